package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.aws.tables.Transaction;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Deletes webhooks. Each leaves a row behind, so that its deliveries are counted. */
final class WebhookDeletion {

    /** How often a deletion that meets a transaction is tried; each try is several of the SDK, with waits in between. */
    private static final int TRIES = 10;

    private final Table table;
    private final ExternalIdRows externalIds;

    WebhookDeletion(Table table) {
        this.table = table;
        this.externalIds = new ExternalIdRows(table);
    }

    /** Deletes a webhook, whatever its row has become. Returns whether it existed. */
    boolean delete(AccountId account, WebhookId id, Map<String, AttributeValue> remembered) {
        // Remembered before it is deleted; after a crash in between, the webhook is in both partitions and is counted
        // once.
        table.dynamoDb().putItem(put -> put.tableName(table.name()).item(remembered));
        DeleteItemRequest delete = DeleteItemRequest.builder()
                .tableName(table.name())
                .key(WebhookRow.key(account, id))
                .returnValues(ReturnValue.ALL_OLD)
                .build();
        for (int tries = 1; ; tries++) {
            try {
                Map<String, AttributeValue> last =
                        table.dynamoDb().deleteItem(delete).attributes();
                new Row("Webhooks", last)
                        .find(WebhookRow.EXTERNAL_ID)
                        .ifPresent(held -> externalIds.free(account, held, id));
                return !last.isEmpty();
            } catch (TransactionConflictException e) {
                // Whatever the transaction writes, the row is to be deleted.
                if (tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    /**
     * Deletes a webhook that is the version that was read. One transaction remembers and deletes it, because what remembers it also tells the
     * audit log that it was deleted. The SDK gives the transaction a token, so that one whose response was lost is not repeated.
     */
    boolean deleteUnchanged(Webhook last, Map<String, AttributeValue> remembered) {
        Stream<TransactWriteItem> rows = Stream.of(
                TransactWriteItem.builder()
                        .put(put -> put.tableName(table.name()).item(remembered))
                        .build(),
                TransactWriteItem.builder()
                        .delete(delete -> delete.tableName(table.name())
                                .key(WebhookRow.key(last.account(), last.id()))
                                .conditionExpression("#version = :version")
                                .expressionAttributeNames(Map.of("#version", WebhookRow.VERSION.name()))
                                .expressionAttributeValues(
                                        Map.of(":version", WebhookRow.VERSION.write(last.version()))))
                        .build());
        return Transaction.write(
                table.dynamoDb(),
                Stream.concat(rows, ExternalIdRows.freed(table.name(), last)).toArray(TransactWriteItem[]::new));
    }
}
