package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.requests.DynamoRequestKeys;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.IdempotentChangeStore;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The rows of the Idempotency table that contain a change of a webhook. */
final class IdempotentChangeRow {

    private static final Attribute<Webhook> WEBHOOK = new Attribute<>(
            "webhook",
            webhook -> AttributeValue.fromM(WebhookRow.item(webhook)),
            value -> value.hasM() ? Optional.of(WebhookRow.webhook(value.m())) : Optional.empty());

    private IdempotentChangeRow() {}

    /** Takes the key, on condition that it is free. */
    static TransactWriteItem take(String table, IdempotentChange change, Instant now) {
        Map<String, AttributeValue> row =
                new HashMap<>(DynamoRequestKeys.rowKey(change.webhook().account(), change.key()));
        row.putAll(new Item()
                .with(DynamoIdempotency.FINGERPRINT, change.fingerprint())
                .with(WEBHOOK, change.webhook())
                .with(Attribute.EXPIRES_AT, change.expiresAt())
                .toMap());
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table)
                        .item(row)
                        .conditionExpression(DynamoIdempotency.FREE)
                        .expressionAttributeValues(DynamoIdempotency.at(now)))
                .build();
    }

    static IdempotentChangeStore.Earlier read(Row row) {
        return new IdempotentChangeStore.Earlier(
                row.get(DynamoIdempotency.FINGERPRINT), row.find(WEBHOOK), row.get(Attribute.EXPIRES_AT));
    }
}
