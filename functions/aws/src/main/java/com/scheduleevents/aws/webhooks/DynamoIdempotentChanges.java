package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.IdempotentChanges;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Changes of webhooks under an idempotency key: the key's row and the webhook's are written in one transaction. The SDK gives
 * each transaction a token, so that one whose answer was lost is not carried out twice.
 */
public final class DynamoIdempotentChanges implements IdempotentChanges {

    private final DynamoDbClient dynamoDb;
    private final String webhooks;
    private final String keys;

    /**
     * @param webhooks the name of the table Webhooks
     * @param keys the name of the table Idempotency
     */
    public DynamoIdempotentChanges(DynamoDbClient dynamoDb, String webhooks, String keys) {
        this.dynamoDb = dynamoDb;
        this.webhooks = webhooks;
        this.keys = keys;
    }

    @Override
    public Optional<IdempotentChange> find(AccountId account, IdempotencyKey key, Instant now) {
        return Optional.of(dynamoDb.getItem(get -> get.tableName(keys)
                                .key(IdempotentChangeRow.key(account, key))
                                .consistentRead(true))
                        .item())
                .filter(item -> !item.isEmpty())
                .map(item -> IdempotentChangeRow.change(key, new Row("Idempotency", item)))
                .filter(change -> now.isBefore(change.expiresAt()));
    }

    @Override
    public boolean update(IdempotentChange change, Instant now) {
        Webhook webhook = change.webhook();
        WebhookUpdate wanted = WebhookUpdate.of(webhook);
        return Transaction.write(
                dynamoDb,
                IdempotentChangeRow.take(keys, change, now),
                TransactWriteItem.builder()
                        .update(update -> update.tableName(webhooks)
                                .key(WebhookRow.key(webhook.account(), webhook.id()))
                                .conditionExpression(WebhookUpdate.CONDITION)
                                .updateExpression(wanted.expression())
                                .expressionAttributeNames(wanted.names())
                                .expressionAttributeValues(wanted.values()))
                        .build());
    }
}
