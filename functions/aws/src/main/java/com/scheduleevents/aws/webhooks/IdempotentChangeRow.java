package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
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

    static Map<String, AttributeValue> key(AccountId account, IdempotencyKey key) {
        return new Item().with(DynamoIdempotency.KEY, accountKey(account, key)).toMap();
    }

    /** Takes the key, on condition that it is free. */
    static TransactWriteItem take(String table, IdempotentChange change, Instant now) {
        Map<String, AttributeValue> row = new Item()
                .with(DynamoIdempotency.KEY, accountKey(change.webhook().account(), change.key()))
                .with(DynamoIdempotency.FINGERPRINT, change.fingerprint())
                .with(WEBHOOK, change.webhook())
                .with(Attribute.EXPIRES_AT, change.expiresAt())
                .toMap();
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table)
                        .item(row)
                        .conditionExpression(DynamoIdempotency.FREE)
                        .expressionAttributeValues(DynamoIdempotency.at(now)))
                .build();
    }

    static IdempotentChange change(IdempotencyKey key, Row row) {
        return new IdempotentChange(
                key, row.get(DynamoIdempotency.FINGERPRINT), row.get(WEBHOOK), row.get(Attribute.EXPIRES_AT));
    }

    /** The prefix, with which no account id begins, separates the keys of webhooks from those of events. */
    private static String accountKey(AccountId account, IdempotencyKey key) {
        return "webhooks#" + account.value() + "#" + key.value();
    }
}
