package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.requests.DynamoRequestKeys;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.aws.tables.Transaction;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.IdempotentChangeStore;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Changes of webhooks with an idempotency key: one transaction writes the rows of the key and of the webhook. The SDK gives each
 * transaction a token, so that one whose response was lost is not repeated.
 */
public final class DynamoIdempotentChanges implements IdempotentChangeStore {

    private final DynamoDbClient dynamoDb;
    private final Table webhooks;
    private final Table keys;

    /**
     * @param webhooks the name of the Webhooks table
     * @param keys the name of the Idempotency table
     */
    public DynamoIdempotentChanges(DynamoDbClient dynamoDb, String webhooks, String keys) {
        this.dynamoDb = dynamoDb;
        this.webhooks = new Table(dynamoDb, webhooks);
        this.keys = new Table(dynamoDb, keys);
    }

    @Override
    public Optional<Earlier> find(AccountId account, IdempotencyKey key, Instant now) {
        return keys.find(DynamoRequestKeys.rowKey(account, key))
                .map(item -> Row.read("Idempotency", item, IdempotentChangeRow::read))
                .filter(earlier -> now.isBefore(earlier.expiresAt()));
    }

    @Override
    public boolean update(Webhook read, IdempotentChange change, Instant now) {
        Webhook webhook = change.webhook();
        if (webhook.equals(read)) {
            return Transaction.write(dynamoDb, IdempotentChangeRow.take(keys.name(), change, now));
        }
        WebhookUpdate wanted = new WebhookUpdate(read, webhook, () -> WebhookRow.mailsDue(webhooks, read));
        return Transaction.write(
                dynamoDb,
                IdempotentChangeRow.take(keys.name(), change, now),
                wanted.transacted(webhooks.name(), webhook));
    }
}
