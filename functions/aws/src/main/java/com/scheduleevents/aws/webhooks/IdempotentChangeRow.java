package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.Attributes.EXPIRES_AT;
import static com.scheduleevents.aws.tables.Attributes.expiry;
import static com.scheduleevents.aws.tables.Attributes.seconds;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.webhook.IdempotentChange;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** How a change of a webhook under an idempotency key is written as a row of the table Idempotency, and read from one. */
final class IdempotentChangeRow {

    private IdempotentChangeRow() {}

    static Map<String, AttributeValue> key(AccountId account, IdempotencyKey key) {
        return Map.of("account_key", accountKey(account, key));
    }

    /** Takes the key, if it is free. */
    static TransactWriteItem take(String table, IdempotentChange change, Instant now) {
        Map<String, AttributeValue> row = Map.of(
                "account_key",
                accountKey(change.webhook().account(), change.key()),
                "fingerprint",
                text(change.fingerprint()),
                "webhook",
                AttributeValue.fromM(WebhookRow.item(change.webhook())),
                EXPIRES_AT,
                expiry(change.expiresAt()));
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table)
                        .item(row)
                        // A row outlives its time until DynamoDB comes round to removing it.
                        .conditionExpression("attribute_not_exists(account_key) OR expires_at <= :now")
                        .expressionAttributeValues(Map.of(":now", seconds(now))))
                .build();
    }

    static IdempotentChange change(IdempotencyKey key, Row row) {
        return new IdempotentChange(
                key,
                row.text("fingerprint"),
                WebhookRow.webhook(row.map("webhook")),
                Instant.ofEpochSecond(row.number(EXPIRES_AT)));
    }

    /** Of its own kind, so that a key of a webhook is never taken for one of an event: no account begins like that. */
    private static AttributeValue accountKey(AccountId account, IdempotencyKey key) {
        return text("webhooks#" + account.value() + "#" + key.value());
    }
}
