package com.scheduleevents.aws.deliveries;

import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.delivery.CapturedResponseStore;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.SealedResponse;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Captured responses, one row per attempt. */
public final class DynamoCapturedResponses implements CapturedResponseStore {

    private final DynamoDbClient dynamoDb;
    private final Table table;

    /** @param table the name of the Responses table */
    public DynamoCapturedResponses(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
    }

    @Override
    public void add(WebhookId webhook, SealedResponse response, Instant expiresAt) {
        dynamoDb.putItem(put -> put.tableName(table.name()).item(ResponseRow.item(webhook, response, expiresAt)));
    }

    @Override
    public List<SealedResponse> of(WebhookId webhook, EventId event, Instant now) {
        return table.read(table.partition(ResponseRow.WEBHOOK, ResponseRow.WEBHOOK.write(webhook))
                        .keyConditionExpression(ResponseRow.WEBHOOK + " = :webhook AND " + ResponseRow.ATTEMPT
                                + " BETWEEN :first AND :last")
                        .expressionAttributeValues(Map.of(
                                ":webhook", ResponseRow.WEBHOOK.write(webhook),
                                ":first", ResponseRow.start(event),
                                ":last", ResponseRow.end(event)))
                        .consistentRead(false)
                        .scanIndexForward(false)
                        .limit(MAX))
                .limit(MAX)
                // DynamoDB deletes expired rows late.
                .filter(item -> ResponseRow.expiresAt(item).isAfter(now))
                .map(ResponseRow::read)
                .toList();
    }
}
