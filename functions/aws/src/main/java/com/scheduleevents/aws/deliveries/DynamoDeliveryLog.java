package com.scheduleevents.aws.deliveries;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** The delivery log: one row a delivery, its attempts inside. */
public final class DynamoDeliveryLog implements DeliveryLog {

    private static final String APPEND = """
            SET attempts = list_append(if_not_exists(attempts, :none), :attempt), attempt_count = :n, #status = :status, \
            first_attempt_at = if_not_exists(first_attempt_at, :first), expires_at = :expires""";

    private final DynamoDbClient dynamoDb;
    private final String table;

    /**
     * @param table the Deliveries table's name
     */
    public DynamoDeliveryLog(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    @Override
    public Optional<LoggedDelivery> find(WebhookId webhook, EventId event) {
        var answer = dynamoDb.getItem(
                get -> get.tableName(table).key(DeliveryRow.key(webhook, event)).consistentRead(true));
        return answer.hasItem()
                ? Optional.of(DeliveryRow.read(new Row("Deliveries", answer.item())))
                : Optional.empty();
    }

    @Override
    public boolean append(LogEntry entry) {
        LoggedAttempt attempt = entry.attempt();
        Map<String, AttributeValue> values = new HashMap<>(DeliveryRow.values(entry));
        String condition = "attribute_not_exists(webhook_id)";
        if (attempt.number() > 1) {
            condition = "attribute_exists(webhook_id) AND attempt_count = :before";
            values.put(":before", AttributeValue.fromN(Integer.toString(attempt.number() - 1)));
        }
        String onlyIf = condition;
        try {
            dynamoDb.updateItem(update -> update.tableName(table)
                    .key(DeliveryRow.key(entry.webhook(), entry.event()))
                    .updateExpression(APPEND
                            + (entry.nextAttempt().isPresent()
                                    ? ", next_attempt_at = :next"
                                    : " REMOVE next_attempt_at"))
                    .conditionExpression(onlyIf)
                    .expressionAttributeNames(Map.of("#status", "status"))
                    .expressionAttributeValues(values)
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return true;
        } catch (ConditionalCheckFailedException e) {
            // The SDK repeats a write whose answer was lost; then the row that is in the way is one's own.
            return e.hasItem()
                    && DeliveryRow.read(new Row("Deliveries", e.item()))
                            .last()
                            .token()
                            .equals(attempt.token());
        }
    }
}
