package com.scheduleevents.aws.deliveries;

import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * The backlogged deliveries, one row each. A repeat of a put or of a removal meets its own condition, so none has to recognise its
 * earlier try. A row that cannot be read goes, whole, to the dead letters and out of the way: it may neither stop the others
 * for ever nor vanish without a word.
 */
public final class DynamoBacklog implements Backlog {

    private static final Logger LOG = LoggerFactory.getLogger(DynamoBacklog.class);
    private static final String OF_WEBHOOK = "webhook_generation = :webhook_generation";
    private static final String NO_LATER_CYCLE = "attribute_not_exists(#cycle) OR #cycle <= :cycle";

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final DeadLetters unreadable;

    /**
     * For who releases them.
     *
     * @param table the Parked table's name
     * @param unreadable where goes what is no delivery
     */
    public DynamoBacklog(DynamoDbClient dynamoDb, String table, DeadLetters unreadable) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.unreadable = unreadable;
    }

    /**
     * For who only shows them; to release one that cannot be read is an error then.
     *
     * @param table the Parked table's name
     */
    public DynamoBacklog(DynamoDbClient dynamoDb, String table) {
        this(dynamoDb, table, (_, reason) -> {
            throw new IllegalStateException(
                    "give this function a dead-letter queue for unreadable deliveries of the backlog: " + reason);
        });
    }

    @Override
    public void add(DeliveryMessage message, Instant expiresAt) {
        try {
            dynamoDb.putItem(put -> put.tableName(table)
                    .item(BacklogRow.item(message, expiresAt))
                    .conditionExpression(NO_LATER_CYCLE)
                    .expressionAttributeNames(BacklogRow.NAMES)
                    .expressionAttributeValues(cycle(message)));
        } catch (ConditionalCheckFailedException laterCycleIsKept) {
            return;
        }
    }

    @Override
    public List<DeliveryMessage> oldestAndNewest(WebhookId webhook, long generation, int max, boolean newestFirst) {
        Optional<List<DeliveryMessage>> some;
        do {
            some = readable(ends(webhook, generation, max, newestFirst));
        } while (some.isEmpty());
        return inTurn(some.get(), newestFirst);
    }

    @Override
    public boolean anyOf(WebhookId webhook, long generation) {
        return count(webhook, generation, 1) > 0;
    }

    @Override
    public int count(WebhookId webhook, long generation, int max) {
        int counted = 0;
        for (var page : dynamoDb.queryPaginator(
                of(webhook, generation).select(Select.COUNT).limit(max).build())) {
            counted += page.count();
            if (counted >= max) {
                return max;
            }
        }
        return counted;
    }

    @Override
    public List<DeliveryMessage> newestFirst(WebhookId webhook, long generation, EventRange range, int max) {
        QueryRequest query = of(webhook, generation)
                .keyConditionExpression(OF_WEBHOOK + " AND event_id BETWEEN :oldest AND :newest")
                .expressionAttributeValues(Map.of(
                        ":webhook_generation", BacklogRow.partition(webhook, generation),
                        ":oldest", text(range.oldest().value()),
                        ":newest", text(range.newest().value())))
                .scanIndexForward(false)
                .limit(max)
                .build();
        return dynamoDb.queryPaginator(query).items().stream()
                .flatMap(row -> shown(row).stream())
                .limit(max)
                .toList();
    }

    @Override
    public Optional<DeliveryMessage> find(WebhookId webhook, long generation, EventId event) {
        var answer = dynamoDb.getItem(get -> get.tableName(table)
                .key(BacklogRow.key(webhook, generation, event))
                .consistentRead(true));
        return answer.hasItem() ? shown(answer.item()) : Optional.empty();
    }

    @Override
    public void remove(DeliveryMessage message) {
        try {
            dynamoDb.deleteItem(delete -> delete.tableName(table)
                    .key(BacklogRow.key(message))
                    .conditionExpression(NO_LATER_CYCLE)
                    .expressionAttributeNames(BacklogRow.NAMES)
                    .expressionAttributeValues(cycle(message)));
        } catch (ConditionalCheckFailedException laterCycleTookItsPlace) {
            return;
        }
    }

    /** The oldest and the newest rows, each once, in the order of their events. */
    private List<Map<String, AttributeValue>> ends(WebhookId webhook, long generation, int max, boolean newestFirst) {
        int fewer = max / 2;
        TreeMap<String, Map<String, AttributeValue>> rows = new TreeMap<>();
        Stream.concat(
                        end(webhook, generation, newestFirst ? fewer : max - fewer, true),
                        end(webhook, generation, newestFirst ? max - fewer : fewer, false))
                .forEach(row -> rows.put(BacklogRow.event(row), row));
        return List.copyOf(rows.values());
    }

    private Stream<Map<String, AttributeValue>> end(WebhookId webhook, long generation, int max, boolean oldest) {
        if (max == 0) {
            return Stream.empty();
        }
        QueryRequest query =
                of(webhook, generation).scanIndexForward(oldest).limit(max).build();
        return dynamoDb.queryPaginator(query).items().stream().limit(max);
    }

    /** Empty when some had to be put out of the way, so that others may have taken their places. */
    private Optional<List<DeliveryMessage>> readable(List<Map<String, AttributeValue>> rows) {
        List<DeliveryMessage> messages = new ArrayList<>();
        for (Map<String, AttributeValue> row : rows) {
            try {
                messages.add(BacklogRow.read(row));
            } catch (IllegalArgumentException | IllegalStateException e) {
                bury(row, String.valueOf(e.getMessage()));
            }
        }
        return messages.size() == rows.size() ? Optional.of(messages) : Optional.empty();
    }

    private static Optional<DeliveryMessage> shown(Map<String, AttributeValue> row) {
        try {
            return Optional.of(BacklogRow.read(row));
        } catch (IllegalArgumentException | IllegalStateException e) {
            LOG.error("a delivery in the backlog cannot be read and is not shown: {}", ExceptionSummary.of(e));
            return Optional.empty();
        }
    }

    /** First there, then gone from here: a crash between the two repeats it and loses nothing. */
    private void bury(Map<String, AttributeValue> row, String reason) {
        unreadable.put(BacklogRow.whole(row), "a delivery in the backlog cannot be read: " + reason);
        try {
            dynamoDb.deleteItem(BacklogRow.removal(table, row));
        } catch (ConditionalCheckFailedException addedAgain) {
            return;
        }
    }

    private static List<DeliveryMessage> inTurn(List<DeliveryMessage> ordered, boolean newestFirst) {
        Deque<DeliveryMessage> left = new ArrayDeque<>(ordered);
        List<DeliveryMessage> turns = new ArrayList<>();
        for (boolean newest = newestFirst; !left.isEmpty(); newest = !newest) {
            turns.add(newest ? left.removeLast() : left.removeFirst());
        }
        return List.copyOf(turns);
    }

    private QueryRequest.Builder of(WebhookId webhook, long generation) {
        return QueryRequest.builder()
                .tableName(table)
                .keyConditionExpression(OF_WEBHOOK)
                .expressionAttributeValues(Map.of(":webhook_generation", BacklogRow.partition(webhook, generation)))
                .consistentRead(true);
    }

    private static Map<String, AttributeValue> cycle(DeliveryMessage message) {
        return Map.of(":cycle", number(message.cycle()));
    }
}
