package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.Attributes.millis;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.circuit.DueWebhook;
import com.scheduleevents.domain.circuit.DueWebhooks;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** The webhooks that are to be looked at: the sparse index {@code due} of the table Webhooks, a moment behind it. */
public final class DynamoDueWebhooks implements DueWebhooks {

    private static final Logger LOG = LoggerFactory.getLogger(DynamoDueWebhooks.class);
    private static final String INDEX = "due";

    private final DynamoDbClient dynamoDb;
    private final String table;

    /**
     * @param table the name of the table
     */
    public DynamoDueWebhooks(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    @Override
    public Stream<DueWebhook> due(int shard, Instant now) {
        QueryRequest query = QueryRequest.builder()
                .tableName(table)
                .indexName(INDEX)
                .keyConditionExpression("probe_shard = :shard AND probe_at <= :now")
                .expressionAttributeValues(Map.of(":shard", HealthRow.shard(shard), ":now", millis(now)))
                .build();
        return dynamoDb.queryPaginator(query).items().stream().flatMap(item -> due(item).stream());
    }

    @Override
    public boolean lease(DueWebhook due, Instant until) {
        HealthExpression lease = new HealthExpression(due.webhook(), new HealthWrite.Leased(due.probeAt(), until));
        try {
            dynamoDb.updateItem(update -> update.tableName(table)
                    .key(WebhookRow.key(due.account(), due.webhook()))
                    .conditionExpression(lease.condition())
                    .updateExpression(lease.update())
                    .expressionAttributeValues(lease.values())
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return true;
        } catch (ConditionalCheckFailedException goneOrOtherwise) {
            // The SDK repeats a write whose response was lost. (Two clocks that lease it until the same millisecond
            // send
            // the same probe twice, which does no more than one.)
            return millis(until).equals(goneOrOtherwise.item().get(HealthRow.DUE_AT));
        }
    }

    /** Empty for a row that names no webhook: it can be neither leased nor checked, and is no reason to leave the others. */
    private static Optional<DueWebhook> due(Map<String, AttributeValue> item) {
        Row row = new Row("Webhooks.due", item);
        try {
            return Optional.of(new DueWebhook(
                    new AccountId(row.text(WebhookRow.ACCOUNT)),
                    new WebhookId(row.text(WebhookRow.ID)),
                    Instant.ofEpochMilli(row.number(HealthRow.DUE_AT))));
        } catch (IllegalArgumentException | IllegalStateException e) {
            LOG.error(
                    "a row of the index {} is no webhook; delete it from the table: {}", INDEX, ExceptionSummary.of(e));
            return Optional.empty();
        }
    }
}
