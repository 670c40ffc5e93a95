package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.DynamoValues.number;

import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.domain.delivery.PingLimit;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** One row of the Idempotency table for each webhook and minute with pings. */
public final class DynamoPingLimit implements PingLimit {

    /** Long enough for clocks that differ. */
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final DynamoDbClient dynamoDb;
    private final String table;

    /** @param table the name of the Idempotency table */
    public DynamoPingLimit(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    @Override
    public boolean allows(WebhookId webhook, Kind kind, Instant now) {
        try {
            dynamoDb.updateItem(update -> update.tableName(table)
                    .key(new Item()
                            .with(DynamoIdempotency.KEY, key(webhook, now))
                            .toMap())
                    .conditionExpression("attribute_not_exists(#sent) OR #sent < :most")
                    .updateExpression("SET #expires = :expires ADD #sent :one")
                    .expressionAttributeNames(Map.of("#expires", Attribute.EXPIRES_AT.name(), "#sent", count(kind)))
                    .expressionAttributeValues(Map.of(
                            ":most", number(kind.perMinute()),
                            ":expires", Attribute.EXPIRES_AT.write(now.plus(KEPT)),
                            ":one", number(1))));
            return true;
        } catch (ConditionalCheckFailedException tooMany) {
            return false;
        }
    }

    private static String count(Kind kind) {
        return switch (kind) {
            case PING -> "pings";
            case TEST_EVENT -> "tests";
        };
    }

    /** The prefix, with which no account ID begins, separates these rows from those of idempotency keys. */
    private static String key(WebhookId webhook, Instant now) {
        return "pings#" + webhook.value() + "#" + Math.floorDiv(now.getEpochSecond(), 60);
    }
}
