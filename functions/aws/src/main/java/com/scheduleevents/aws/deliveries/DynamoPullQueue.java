package com.scheduleevents.aws.deliveries;

import static com.scheduleevents.aws.tables.DynamoValues.number;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.domain.pull.PullReceipt;
import com.scheduleevents.domain.pull.WaitingDelivery;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/**
 * The deliveries of pull webhooks in the Backlog table. A row that was pulled has four more attributes; {@link DynamoBacklog} reads such
 * rows like all others.
 */
public final class DynamoPullQueue implements PullQueue {

    private static final Logger LOG = LoggerFactory.getLogger(DynamoPullQueue.class);

    /** The page size after the first page, which is read when deliveries at the head of the queue are in flight. */
    private static final int FURTHER_PAGE = 250;

    private final DynamoDbClient dynamoDb;
    private final Table table;
    private final Backlog backlog;
    private final RandomGenerator random;
    private final int inFlight;

    /**
     * @param table the name of the Backlog table
     * @param random tells the writes apart that take a delivery
     * @param inFlight how many deliveries of one webhook can be pulled and not acknowledged at a time
     */
    public DynamoPullQueue(DynamoDbClient dynamoDb, String table, RandomGenerator random, int inFlight) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
        this.backlog = new DynamoBacklog(dynamoDb, table);
        this.random = random;
        this.inFlight = inFlight;
    }

    @Override
    public void add(DeliveryMessage message, Instant expiresAt) {
        backlog.add(message, expiresAt);
    }

    @Override
    public Look look(WebhookId webhook, long generation, int max, Instant now) {
        List<WaitingDelivery> visible = new ArrayList<>();
        int read = 0;
        Map<String, AttributeValue> after = Map.of();
        do {
            QueryResponse page = dynamoDb.query(page(webhook, generation, after, read == 0 ? max : FURTHER_PAGE));
            read += page.count();
            page.items().stream()
                    .flatMap(row -> readable(row).stream())
                    .filter(delivery -> delivery.isVisible(now))
                    .limit((long) max - visible.size())
                    .forEach(visible::add);
            after = page.lastEvaluatedKey();
        } while (visible.size() < max && !after.isEmpty() && read < inFlight);
        return new Look(visible, read);
    }

    @Override
    public boolean take(WaitingDelivery read, WaitingDelivery taken) {
        AttributeValue token = BacklogRow.PULL_TOKEN.write(HexFormat.of().toHexDigits(random.nextLong()));
        Map<String, AttributeValue> values = new HashMap<>(Map.of(
                ":cycle", BacklogRow.CYCLE.write(read.message().cycle()),
                ":until", BacklogRow.VISIBLE_AT.write(taken.visibleAt().orElseThrow()),
                ":at", BacklogRow.PULLED_AT.write(taken.pulledAt().orElseThrow()),
                ":pulls", number(taken.pulls()),
                ":token", token));
        read.visibleAt().ifPresent(before -> values.put(":read", BacklogRow.VISIBLE_AT.write(before)));
        String unchanged = read.visibleAt().isPresent()
                ? BacklogRow.VISIBLE_AT + " = :read"
                : "attribute_not_exists(" + BacklogRow.VISIBLE_AT + ")";
        try {
            dynamoDb.updateItem(update -> update.tableName(table.name())
                    .key(BacklogRow.key(read.message()))
                    .conditionExpression("#cycle = :cycle AND " + unchanged)
                    .updateExpression("SET " + BacklogRow.VISIBLE_AT + " = :until, " + BacklogRow.PULLED_AT + " = :at, "
                            + BacklogRow.PULLS + " = :pulls, " + BacklogRow.PULL_TOKEN + " = :token")
                    .expressionAttributeNames(BacklogRow.NAMES)
                    .expressionAttributeValues(values)
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return true;
        } catch (ConditionalCheckFailedException takenOrGone) {
            // The SDK repeats a write whose response was lost.
            return token.equals(takenOrGone.item().get(BacklogRow.PULL_TOKEN.name()));
        }
    }

    @Override
    public List<WaitingDelivery> find(WebhookId webhook, Set<PullReceipt> receipts) {
        return table.findAll(
                        receipts.stream()
                                .map(receipt -> BacklogRow.key(webhook, receipt.generation(), receipt.event()))
                                .distinct()
                                .toList(),
                        true)
                .flatMap(row -> readable(row).stream())
                .toList();
    }

    @Override
    public void remove(DeliveryMessage message) {
        backlog.remove(message);
    }

    private QueryRequest page(WebhookId webhook, long generation, Map<String, AttributeValue> after, int max) {
        QueryRequest.Builder query = table.partition(
                        BacklogRow.WEBHOOK_GENERATION, BacklogRow.partition(webhook, generation))
                .limit(max);
        return (after.isEmpty() ? query : query.exclusiveStartKey(after)).build();
    }

    /** The watch of the sender moves unreadable rows to the dead-letter queue. */
    private static Optional<WaitingDelivery> readable(Map<String, AttributeValue> item) {
        try {
            Row row = new Row("Backlog", item);
            return Optional.of(new WaitingDelivery(
                    BacklogRow.read(item),
                    row.find(BacklogRow.PULLS).orElse(0),
                    row.find(BacklogRow.PULLED_AT),
                    row.find(BacklogRow.VISIBLE_AT)));
        } catch (IllegalArgumentException | IllegalStateException e) {
            LOG.error("a delivery in the backlog cannot be read and is not pulled: {}", ExceptionSummary.of(e));
            return Optional.empty();
        }
    }
}
