package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.accounts.AccountCount;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.aws.tables.Transaction;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.Registrations;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Registers webhooks: one transaction puts the rows of the webhook and of its external id, and checks the change counter of the account. The SDK gives each
 * transaction a token, so that one whose response was lost is not repeated.
 */
public final class DynamoRegistrations implements Registrations {

    private final DynamoDbClient dynamoDb;
    private final String webhooks;
    private final ExternalIdRows externalIds;
    private final String keys;
    private final String accounts;

    /**
     * @param webhooks the name of the Webhooks table
     * @param keys the name of the Idempotency table
     * @param accounts the name of the Accounts table
     */
    public DynamoRegistrations(DynamoDbClient dynamoDb, String webhooks, String keys, String accounts) {
        this.dynamoDb = dynamoDb;
        this.webhooks = webhooks;
        this.externalIds = new ExternalIdRows(new Table(dynamoDb, webhooks));
        this.keys = keys;
        this.accounts = accounts;
    }

    @Override
    public boolean register(Webhook webhook, Registrant by) {
        return written(webhook, by, Stream.of());
    }

    @Override
    public boolean register(IdempotentChange change, Registrant by, Instant now) {
        return written(change.webhook(), by, Stream.of(IdempotentChangeRow.take(keys, change, now)));
    }

    private boolean written(Webhook webhook, Registrant by, Stream<TransactWriteItem> with) {
        TransactWriteItem account = webhook.isOrdered()
                ? AccountCount.ordered(by.terms(), accounts, by.account())
                : AccountCount.since(by.terms(), accounts, by.account());
        Stream<TransactWriteItem> rows =
                Stream.concat(Stream.of(account, put(webhook)), ExternalIdRows.taken(webhooks, webhook));
        boolean registered =
                Transaction.write(dynamoDb, Stream.concat(rows, with).toArray(TransactWriteItem[]::new));
        if (!registered) {
            externalIds.freeIfAbandoned(webhook);
        }
        return registered;
    }

    private TransactWriteItem put(Webhook webhook) {
        Item row = WebhookRow.whole(webhook);
        DueMail.of(webhook).ifPresent(mail -> row.with(WebhookRow.MAILS_DUE, Set.of(mail.name())));
        return TransactWriteItem.builder()
                .put(put -> put.tableName(webhooks)
                        .item(row.toMap())
                        .conditionExpression("attribute_not_exists(" + WebhookRow.ID + ")"))
                .build();
    }
}
