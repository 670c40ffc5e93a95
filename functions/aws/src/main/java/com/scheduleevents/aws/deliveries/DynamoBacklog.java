package com.scheduleevents.aws.deliveries;

import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.delivery.DeadLetterSink;
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
 * The backlog, one row per delivery. All writes are idempotent. An unreadable row is moved, whole, to the dead-letter queue, so that it
 * neither blocks the others nor gets lost.
 */
public final class DynamoBacklog implements Backlog {

    private static final Logger LOG = LoggerFactory.getLogger(DynamoBacklog.class);
    private static final String EARLIER_CYCLE = "attribute_not_exists(#cycle) OR #cycle < :cycle";
    private static final String NEVER_DRAINED = "attribute_not_exists(" + BacklogRow.DRAINED_AT + ")";
    private static final String EARLIER_DRAIN = EARLIER_CYCLE
            + " OR (#cycle = :cycle AND attribute_not_exists(" + BacklogRow.PULLS + ")"
            + " AND (" + NEVER_DRAINED + " OR " + BacklogRow.DRAINED_AT + " < :drained))";
    private static final String NO_LATER_DRAIN = EARLIER_CYCLE + " OR (#cycle = :cycle AND (" + NEVER_DRAINED + " OR "
            + BacklogRow.DRAINED_AT + " <= :drained))";

    private final DynamoDbClient dynamoDb;
    private final Table table;
    private final DeadLetterSink unreadable;

    /**
     * For a function that attempts the deliveries.
     *
     * @param table the name of the Backlog table
     * @param unreadable stores unreadable rows
     */
    public DynamoBacklog(DynamoDbClient dynamoDb, String table, DeadLetterSink unreadable) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
        this.unreadable = unreadable;
    }

    /**
     * For a function that adds, shows or counts deliveries, but does not attempt them.
     *
     * @param table the name of the Backlog table
     */
    public DynamoBacklog(DynamoDbClient dynamoDb, String table) {
        this(dynamoDb, table, (_, reason) -> {
            throw new IllegalStateException(
                    "give this function a dead-letter queue for unreadable deliveries of the backlog: " + reason);
        });
    }

    @Override
    public void add(DeliveryMessage message, Instant expiresAt) {
        boolean drained = message.drainedAt().isPresent();
        try {
            dynamoDb.putItem(put -> put.tableName(table.name())
                    .item(BacklogRow.item(message, expiresAt))
                    .conditionExpression(drained ? EARLIER_DRAIN : EARLIER_CYCLE)
                    .expressionAttributeNames(BacklogRow.NAMES)
                    .expressionAttributeValues(drained ? drain(message) : cycle(message)));
        } catch (ConditionalCheckFailedException isThere) {
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
    public List<DeliveryMessage> oldest(WebhookId webhook, long generation, int max) {
        Optional<List<DeliveryMessage>> some;
        do {
            some = readable(end(webhook, generation, max, true).toList());
        } while (some.isEmpty());
        return some.get();
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
        AttributeValue partition = BacklogRow.partition(webhook, generation);
        return table.read(table.events(BacklogRow.WEBHOOK_GENERATION, partition, BacklogRow.EVENT, range)
                        .scanIndexForward(false)
                        .limit(max))
                .flatMap(row -> shown(row).stream())
                .limit(max)
                .toList();
    }

    @Override
    public Optional<DeliveryMessage> find(WebhookId webhook, long generation, EventId event) {
        return table.find(BacklogRow.key(webhook, generation, event)).flatMap(DynamoBacklog::shown);
    }

    @Override
    public void remove(DeliveryMessage message) {
        try {
            dynamoDb.deleteItem(delete -> delete.tableName(table.name())
                    .key(BacklogRow.key(message))
                    .conditionExpression(NO_LATER_DRAIN)
                    .expressionAttributeNames(BacklogRow.NAMES)
                    .expressionAttributeValues(drain(message)));
        } catch (ConditionalCheckFailedException replacedByALaterOne) {
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
        return max == 0
                ? Stream.empty()
                : table.read(of(webhook, generation).scanIndexForward(oldest).limit(max))
                        .limit(max);
    }

    /** Empty when some rows had to be moved away, because others may then take their places. */
    private Optional<List<DeliveryMessage>> readable(List<Map<String, AttributeValue>> rows) {
        List<DeliveryMessage> messages = new ArrayList<>();
        for (Map<String, AttributeValue> row : rows) {
            try {
                messages.add(BacklogRow.read(row));
            } catch (IllegalArgumentException | IllegalStateException e) {
                moveAway(row, String.valueOf(e.getMessage()));
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

    /** The row is stored before it is deleted: a crash in between stores it twice and loses nothing. */
    private void moveAway(Map<String, AttributeValue> row, String reason) {
        unreadable.put(BacklogRow.whole(row), "a delivery in the backlog cannot be read: " + reason);
        try {
            dynamoDb.deleteItem(BacklogRow.removal(table.name(), row));
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
        return table.partition(BacklogRow.WEBHOOK_GENERATION, BacklogRow.partition(webhook, generation));
    }

    private static Map<String, AttributeValue> cycle(DeliveryMessage message) {
        return Map.of(":cycle", BacklogRow.CYCLE.write(message.cycle()));
    }

    /** The retry cycle, and the drain that the message is of; one that was never drained is earlier than all drains. */
    private static Map<String, AttributeValue> drain(DeliveryMessage message) {
        return Map.of(
                ":cycle", BacklogRow.CYCLE.write(message.cycle()),
                ":drained", BacklogRow.DRAINED_AT.write(message.drainedAt().orElse(Instant.EPOCH)));
    }
}
