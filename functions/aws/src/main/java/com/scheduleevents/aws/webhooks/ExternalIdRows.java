package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.aws.tables.Transaction;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.ExternalId;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * The rows of the Webhooks table that make external ids unique: one for each id that a webhook of the account has, which names the webhook.
 * Whoever gives an id to a webhook puts the row in the transaction that writes the webhook. A deletion removes the row afterwards, because a
 * webhook has to be deleted whatever else fails; a row that remains of a deleted webhook is removed by whoever wants the id next.
 */
final class ExternalIdRows {

    /** Before the id in the sort key, so that the Webhooks stream can be filtered by the ids of webhooks. */
    private static final String PREFIX = "external_id#";

    private static final Attribute<String> SORT_KEY = Attribute.text(WebhookRow.ID.name());

    private static final Attribute<WebhookId> HOLDER =
            Attribute.text("webhook_id").as(WebhookId::new, WebhookId::value);

    /** The row is missing, or names the webhook. */
    private static final String FREE_FOR_IT =
            "attribute_not_exists(" + WebhookRow.ID + ") OR " + HOLDER + " = :webhook";

    private final Table table;

    /** @param table the Webhooks table */
    ExternalIdRows(Table table) {
        this.table = table;
    }

    /** The webhook that has the id, or had it and was deleted. */
    Optional<WebhookId> holder(AccountId account, ExternalId id) {
        return table.find(key(account, id)).map(row -> new Row("Webhooks", row).get(HOLDER));
    }

    /** Gives a new webhook its id, if it has one. */
    static Stream<TransactWriteItem> taken(String table, Webhook webhook) {
        return webhook.externalId().stream().map(id -> TransactWriteItem.builder()
                .put(put -> put.tableName(table)
                        .item(row(webhook, id))
                        .conditionExpression(FREE_FOR_IT)
                        .expressionAttributeValues(holds(webhook.id())))
                .build());
    }

    /** Frees the id of a webhook that is deleted, if it has one. */
    static Stream<TransactWriteItem> freed(String table, Webhook webhook) {
        return webhook.externalId().stream().map(id -> TransactWriteItem.builder()
                .delete(delete -> delete.tableName(table)
                        .key(key(webhook.account(), id))
                        .conditionExpression(FREE_FOR_IT)
                        .expressionAttributeValues(holds(webhook.id())))
                .build());
    }

    /**
     * Gives a webhook its new id and frees its former one, in one transaction with its update.
     *
     * @return whether it was written; not when another webhook has the id, or the update's condition is not met
     */
    boolean move(Webhook read, Webhook changed, TransactWriteItem update) {
        Stream<TransactWriteItem> rows = Stream.of(
                        Stream.of(update), freed(table.name(), read), taken(table.name(), changed))
                .flatMap(part -> part);
        boolean written = Transaction.write(table.dynamoDb(), rows.toArray(TransactWriteItem[]::new));
        if (!written) {
            freeIfAbandoned(changed);
        }
        return written;
    }

    /** Frees the id of a webhook that was deleted, unless another write of the row is faster; idempotent. */
    void free(AccountId account, ExternalId id, WebhookId deleted) {
        try {
            table.dynamoDb().deleteItem(delete -> delete.tableName(table.name())
                    .key(key(account, id))
                    .conditionExpression(FREE_FOR_IT)
                    .expressionAttributeValues(holds(deleted)));
        } catch (ConditionalCheckFailedException | TransactionConflictException wanted) {
            return; // whoever wants it frees it
        }
    }

    /** Frees the id that a webhook should have got, where the webhook that has it was deleted. */
    void freeIfAbandoned(Webhook wanted) {
        wanted.externalId().ifPresent(id -> holder(wanted.account(), id)
                .filter(holder ->
                        table.find(WebhookRow.key(wanted.account(), holder)).isEmpty())
                .ifPresent(holder -> freeAbandoned(wanted.account(), id, holder)));
    }

    /** Removes the rows of an account without webhooks. */
    void forget(AccountId account) {
        table.read(table.partition(WebhookRow.ACCOUNT, text(partition(account))))
                .forEach(row -> table.dynamoDb().deleteItem(delete -> delete.tableName(table.name())
                        .key(Map.of(
                                WebhookRow.ACCOUNT.name(), row.get(WebhookRow.ACCOUNT.name()),
                                WebhookRow.ID.name(), row.get(WebhookRow.ID.name())))));
    }

    /**
     * The two rows may have been read while one transaction was writing both. So the transaction that frees the id deletes the webhook's row,
     * too, on condition that there is none.
     */
    private void freeAbandoned(AccountId account, ExternalId id, WebhookId holder) {
        Transaction.write(
                table.dynamoDb(),
                deletion(key(account, id), HOLDER + " = :webhook", holds(holder)),
                deletion(WebhookRow.key(account, holder), "attribute_not_exists(" + WebhookRow.ID + ")", Map.of()));
    }

    private TransactWriteItem deletion(
            Map<String, AttributeValue> key, String condition, Map<String, AttributeValue> values) {
        return TransactWriteItem.builder()
                .delete(delete -> {
                    delete.tableName(table.name()).key(key).conditionExpression(condition);
                    if (!values.isEmpty()) {
                        delete.expressionAttributeValues(values);
                    }
                })
                .build();
    }

    private static Map<String, AttributeValue> row(Webhook webhook, ExternalId id) {
        return keys(webhook.account(), id).with(HOLDER, webhook.id()).toMap();
    }

    private static Map<String, AttributeValue> key(AccountId account, ExternalId id) {
        return keys(account, id).toMap();
    }

    private static Item keys(AccountId account, ExternalId id) {
        return new Item().with(WebhookRow.ACCOUNT, partition(account)).with(SORT_KEY, PREFIX + id.value());
    }

    /** Beside the partition of the account's webhooks, so that no list, count or match reads it; no id contains the separator. */
    private static String partition(AccountId account) {
        return account.value() + "#external_ids";
    }

    private static Map<String, AttributeValue> holds(WebhookId webhook) {
        return Map.of(":webhook", HOLDER.write(webhook));
    }
}
