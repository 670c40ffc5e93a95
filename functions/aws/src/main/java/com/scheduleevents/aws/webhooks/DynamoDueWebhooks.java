package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.DynamoValues.millis;
import static com.scheduleevents.aws.tables.DynamoValues.number;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.circuit.DueWebhook;
import com.scheduleevents.domain.circuit.DueWebhookIndex;
import com.scheduleevents.domain.error.ExceptionSummary;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** The webhooks that are due for a probe, from the sparse index {@code due} of the Webhooks table. */
public final class DynamoDueWebhooks implements DueWebhookIndex {

    private static final Logger LOG = LoggerFactory.getLogger(DynamoDueWebhooks.class);
    private static final String INDEX = "due";

    private final DynamoDbClient dynamoDb;
    private final Table table;

    /** @param table the name of the Webhooks table */
    public DynamoDueWebhooks(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
    }

    @Override
    public Stream<DueWebhook> due(int shard, Instant now) {
        AttributeValue partition = HealthRow.PROBE_SHARD.write(Integer.toString(shard));
        return table.read(table.partition(HealthRow.PROBE_SHARD, partition)
                        .indexName(INDEX)
                        .keyConditionExpression(
                                HealthRow.PROBE_SHARD + " = :shard AND " + HealthRow.PROBE_AT + " <= :now")
                        .expressionAttributeValues(Map.of(":shard", partition, ":now", millis(now)))
                        .consistentRead(false))
                .flatMap(item -> due(item).stream());
    }

    @Override
    public boolean lease(DueWebhook due, Instant until) {
        // The index does not contain the generation, which is not needed: every write that disables, suspends
        // or enables the webhook changes probe_at too.
        try {
            dynamoDb.updateItem(update -> update.tableName(table.name())
                    .key(WebhookRow.key(due.account(), due.webhook()))
                    .conditionExpression(HealthRow.PROBE_AT + " = :read")
                    .updateExpression("SET " + HealthRow.PROBE_AT + " = :until ADD " + HealthRow.REVISION + " :one")
                    .expressionAttributeValues(
                            Map.of(":read", millis(due.dueAt()), ":until", millis(until), ":one", number(1)))
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return true;
        } catch (ConditionalCheckFailedException goneOrChanged) {
            // The SDK repeats a write whose response was lost. Two clocks that lease the webhook until the
            // same millisecond send the same probe twice, which is harmless.
            return millis(until).equals(goneOrChanged.item().get(HealthRow.PROBE_AT.name()));
        }
    }

    /** Empty for a row whose key is not that of a webhook: it cannot be probed, and must not block the others. */
    private static Optional<DueWebhook> due(Map<String, AttributeValue> item) {
        Row row = new Row("Webhooks.due", item);
        try {
            return Optional.of(new DueWebhook(
                    new AccountId(row.get(WebhookRow.ACCOUNT)), row.get(WebhookRow.ID), row.get(HealthRow.PROBE_AT)));
        } catch (IllegalArgumentException | IllegalStateException e) {
            LOG.error(
                    "a row of the index {} is not a webhook; delete it from the table: {}",
                    INDEX,
                    ExceptionSummary.of(e));
            return Optional.empty();
        }
    }
}
