package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.accounts.AccountGuard;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.Registrations;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Registers webhooks: the webhook's row is put, and its account's row, found as it was read, counts it, in one transaction. The SDK
 * gives each transaction a token, so that one whose answer was lost is not carried out twice.
 */
public final class DynamoRegistrations implements Registrations {

    private final DynamoDbClient dynamoDb;
    private final String webhooks;
    private final String keys;
    private final AccountGuard guard;

    /**
     * @param webhooks the name of the table Webhooks
     * @param keys the name of the table Idempotency
     * @param guard tells whether the account was changed
     */
    public DynamoRegistrations(DynamoDbClient dynamoDb, String webhooks, String keys, AccountGuard guard) {
        this.dynamoDb = dynamoDb;
        this.webhooks = webhooks;
        this.keys = keys;
        this.guard = guard;
    }

    @Override
    public boolean register(Webhook webhook, Registrant by) {
        return Transaction.write(dynamoDb, guard.countSince(by), put(webhook));
    }

    @Override
    public boolean register(IdempotentChange change, Registrant by, Instant now) {
        return Transaction.write(
                dynamoDb, guard.countSince(by), IdempotentChangeRow.take(keys, change, now), put(change.webhook()));
    }

    private TransactWriteItem put(Webhook webhook) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(webhooks)
                        .item(WebhookRow.item(webhook))
                        .conditionExpression("attribute_not_exists(id)"))
                .build();
    }
}
