package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.webhook.KeyedChange;
import com.scheduleevents.domain.webhook.KeyedChanges;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Changes of webhooks under an idempotency key: the key's row and the webhook's are written in one transaction. The SDK gives
 * each transaction a token, so that one whose answer was lost is not carried out twice.
 */
public final class DynamoKeyedChanges implements KeyedChanges {

    /** What a transaction fails with that another one, or another write, was faster than. */
    private static final Set<String> OVERTAKEN = Set.of("ConditionalCheckFailed", "TransactionConflict", "None");

    private final DynamoDbClient dynamoDb;
    private final String webhooks;
    private final String keys;

    /**
     * @param webhooks the name of the table Webhooks
     * @param keys the name of the table Idempotency
     */
    public DynamoKeyedChanges(DynamoDbClient dynamoDb, String webhooks, String keys) {
        this.dynamoDb = dynamoDb;
        this.webhooks = webhooks;
        this.keys = keys;
    }

    @Override
    public Optional<KeyedChange> find(AccountId account, IdempotencyKey key, Instant now) {
        return Optional.of(dynamoDb.getItem(get -> get.tableName(keys)
                                .key(Map.of("account_key", accountKey(account, key)))
                                .consistentRead(true))
                        .item())
                .filter(item -> !item.isEmpty())
                .map(item -> change(key, new Row("Idempotency", item)))
                .filter(change -> now.isBefore(change.expiresAt()));
    }

    @Override
    public boolean insert(KeyedChange change, Instant now) {
        return write(
                take(change, now),
                TransactWriteItem.builder()
                        .put(put -> put.tableName(webhooks)
                                .item(WebhookRow.item(change.webhook()))
                                .conditionExpression("attribute_not_exists(id)"))
                        .build());
    }

    @Override
    public boolean update(KeyedChange change, Instant now) {
        Webhook webhook = change.webhook();
        WebhookUpdate wanted = WebhookUpdate.of(webhook);
        return write(
                take(change, now),
                TransactWriteItem.builder()
                        .update(update -> update.tableName(webhooks)
                                .key(WebhookRow.key(webhook.account(), webhook.id()))
                                .conditionExpression(WebhookUpdate.CONDITION)
                                .updateExpression(wanted.expression())
                                .expressionAttributeNames(wanted.names())
                                .expressionAttributeValues(wanted.values()))
                        .build());
    }

    private boolean write(TransactWriteItem... items) {
        try {
            dynamoDb.transactWriteItems(write -> write.transactItems(items));
            return true;
        } catch (TransactionCanceledException e) {
            if (e.cancellationReasons().stream().allMatch(reason -> OVERTAKEN.contains(reason.code()))) {
                return false;
            }
            throw e;
        }
    }

    private TransactWriteItem take(KeyedChange change, Instant now) {
        Map<String, AttributeValue> row = Map.of(
                "account_key", accountKey(change.webhook().account(), change.key()),
                "fingerprint", AttributeValue.fromS(change.fingerprint()),
                "webhook", AttributeValue.fromM(WebhookRow.item(change.webhook())),
                "expires_at", seconds(change.expiresAt()));
        return TransactWriteItem.builder()
                .put(put -> put.tableName(keys)
                        .item(row)
                        // A row outlives its time until DynamoDB comes round to removing it.
                        .conditionExpression("attribute_not_exists(account_key) OR expires_at <= :now")
                        .expressionAttributeValues(Map.of(":now", seconds(now))))
                .build();
    }

    private static KeyedChange change(IdempotencyKey key, Row row) {
        return new KeyedChange(
                key,
                row.text("fingerprint"),
                WebhookRow.webhook(row.map("webhook")),
                Instant.ofEpochSecond(row.number("expires_at")));
    }

    /** Of its own kind, so that a key of a webhook is never taken for one of an event: no account begins like that. */
    private static AttributeValue accountKey(AccountId account, IdempotencyKey key) {
        return AttributeValue.fromS("webhooks#" + account.value() + "#" + key.value());
    }

    private static AttributeValue seconds(Instant time) {
        return AttributeValue.fromN(Long.toString(time.getEpochSecond()));
    }
}
