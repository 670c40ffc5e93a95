package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.Attributes.millis;
import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStatus;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The webhooks, one row each. Every update requires the row to be there, so that none brings a deleted webhook back; and
 * since the SDK repeats a write whose answer was lost, a condition that fails on this very write counts as met. A row that a
 * transaction is just writing (a change under an idempotency key) takes no other write.
 */
public final class DynamoWebhooks implements WebhookStore {

    private static final String BY_SCOPE = "by_scope";

    /** Of a delete that meets a transaction; each try is several of the SDK's, with waits in between. */
    private static final int DELETE_TRIES = 10;

    private final DynamoDbClient dynamoDb;
    private final String table;

    /**
     * @param table the name of the table
     */
    public DynamoWebhooks(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    @Override
    public Optional<Webhook> find(AccountId account, WebhookId id) {
        return row(account, id).map(WebhookRow::webhook);
    }

    @Override
    public List<Webhook> newestFirst(AccountId account, Optional<WebhookId> olderThan, int max) {
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":account", text(account.value())));
        olderThan.ifPresent(id -> values.put(":id", text(id.value())));
        QueryRequest query = QueryRequest.builder()
                .tableName(table)
                .keyConditionExpression(
                        olderThan.isPresent() ? "account_id = :account AND id < :id" : "account_id = :account")
                .expressionAttributeValues(values)
                .scanIndexForward(false)
                .consistentRead(true)
                .limit(max)
                .build();
        return webhooks(query).limit(max).toList();
    }

    @Override
    public int count(AccountId account) {
        return dynamoDb
                .queryPaginator(query -> query.tableName(table)
                        .keyConditionExpression("account_id = :account")
                        .expressionAttributeValues(Map.of(":account", text(account.value())))
                        .select(Select.COUNT)
                        .consistentRead(true))
                .stream()
                .mapToInt(QueryResponse::count)
                .sum();
    }

    /** Of which webhooks an account has rows, readable or not; for operators. Sees every write acknowledged before it. */
    public List<WebhookId> ids(AccountId account) {
        return rows(QueryRequest.builder()
                        .tableName(table)
                        .keyConditionExpression("account_id = :account")
                        .projectionExpression(WebhookRow.ID)
                        .expressionAttributeValues(Map.of(":account", text(account.value())))
                        .consistentRead(true)
                        .build())
                .map(WebhookRow::id)
                .toList();
    }

    @Override
    public WebhookCandidates watching(AccountId account, ClinicId clinic) {
        List<Webhook> found = new ArrayList<>();
        List<WebhookCandidates.Unreadable> unreadable = new ArrayList<>();
        Stream.of(clinic.value(), WebhookRow.ANY_CLINIC)
                .flatMap(scope -> rows(QueryRequest.builder()
                        .tableName(table)
                        .indexName(BY_SCOPE)
                        .keyConditionExpression("account_id = :account AND #scope = :scope")
                        .expressionAttributeNames(Map.of("#scope", WebhookRow.SCOPE))
                        .expressionAttributeValues(Map.of(":account", text(account.value()), ":scope", text(scope)))
                        .consistentRead(true)
                        .build()))
                .forEach(row -> {
                    try {
                        found.add(WebhookRow.webhook(row));
                    } catch (UnreadableRow e) {
                        unreadable.add(new WebhookCandidates.Unreadable(WebhookRow.id(row), e.reason()));
                    }
                });
        return new WebhookCandidates(found, unreadable);
    }

    @Override
    public boolean delete(AccountId account, WebhookId id, Instant rememberedUntil) {
        // Remembered before it is gone: whoever stops in between leaves a webhook that is counted once all the same.
        dynamoDb.putItem(put -> put.tableName(table).item(WebhookRow.memory(account, id, rememberedUntil)));
        DeleteItemRequest delete = DeleteItemRequest.builder()
                .tableName(table)
                .key(WebhookRow.key(account, id))
                .returnValues(ReturnValue.ALL_OLD)
                .build();
        for (int tries = 1; ; tries++) {
            try {
                return dynamoDb.deleteItem(delete).hasAttributes();
            } catch (TransactionConflictException e) {
                // Whatever the transaction makes of the row, it is to go.
                if (tries == DELETE_TRIES) {
                    throw e;
                }
            }
        }
    }

    @Override
    public boolean update(Webhook read, Webhook changed) {
        WebhookUpdate wanted = new WebhookUpdate(read, changed);
        UpdateItemRequest.Builder update = update(changed.account(), changed.id())
                .conditionExpression(WebhookUpdate.CONDITION)
                .updateExpression(wanted.expression())
                .expressionAttributeNames(wanted.names())
                .expressionAttributeValues(wanted.values());
        try {
            dynamoDb.updateItem(update.build());
            return true;
        } catch (ConditionalCheckFailedException goneOrOtherwise) {
            return goneOrOtherwise.hasItem()
                    && WebhookRow.webhook(goneOrOtherwise.item())
                            .with(changed.health())
                            .equals(changed);
        } catch (TransactionConflictException beingChanged) {
            return false;
        }
    }

    @Override
    public Optional<Health> write(AccountId account, WebhookId id, long generation, HealthWrite write) {
        HealthExpression wanted = new HealthExpression(id, generation, write);
        UpdateItemRequest update = update(account, id)
                .conditionExpression(wanted.condition())
                .updateExpression(wanted.update())
                .expressionAttributeNames(wanted.names())
                .expressionAttributeValues(wanted.values())
                .returnValues(ReturnValue.ALL_NEW)
                .build();
        try {
            return Optional.of(
                    WebhookRow.webhook(dynamoDb.updateItem(update).attributes()).health());
        } catch (ConditionalCheckFailedException goneOrOtherwise) {
            return Optional.empty();
        }
    }

    @Override
    public Exhaustion disable(AccountId account, WebhookId id, long generation, RetriesExhausted why) {
        UpdateItemRequest.Builder update = update(account, id)
                .conditionExpression("attribute_exists(id) AND #status = :active AND #generation = :generation"
                        + " AND (attribute_not_exists(#moved) OR #moved < :first)")
                .updateExpression("SET #status = :disabled, #disabled = :why REMOVE circuit, probe_at, probe_shard"
                        + " ADD #due :mail, #version :one")
                .expressionAttributeNames(Map.of(
                        "#status", WebhookRow.STATUS,
                        "#generation", WebhookRow.TERM,
                        "#moved", WebhookRow.URL_CHANGED_AT,
                        "#disabled", WebhookRow.DISABLED,
                        "#version", WebhookRow.VERSION,
                        "#due", WebhookRow.MAILS_DUE))
                .expressionAttributeValues(Map.of(
                        ":active", text(WebhookStatus.ACTIVE.wireName()),
                        ":disabled", text(WebhookStatus.DISABLED.wireName()),
                        ":generation", number(generation),
                        ":first", millis(why.failingSince()),
                        ":one", number(1),
                        ":why", WebhookRow.map(why),
                        ":mail",
                                AttributeValue.fromSs(
                                        List.of(DueMail.disabled(generation).name()))));
        try {
            dynamoDb.updateItem(update.build());
            return Exhaustion.DISABLED;
        } catch (ConditionalCheckFailedException goneOrOtherwise) {
            return goneOrOtherwise.hasItem()
                    ? instead(WebhookRow.webhook(goneOrOtherwise.item()), generation, why)
                    : Exhaustion.NOT_CONCERNED;
        }
    }

    @Override
    public boolean isDue(AccountId account, WebhookId id, DueMail mail) {
        return row(account, id)
                .map(WebhookRow::mailsDue)
                .filter(due -> due.contains(mail))
                .isPresent();
    }

    @Override
    public void markMailed(AccountId account, WebhookId id, DueMail mail) {
        UpdateItemRequest.Builder update = update(account, id)
                .conditionExpression("attribute_exists(id)")
                .updateExpression("DELETE #due :mail")
                .expressionAttributeNames(Map.of("#due", WebhookRow.MAILS_DUE))
                .expressionAttributeValues(Map.of(":mail", AttributeValue.fromSs(List.of(mail.name()))));
        try {
            dynamoDb.updateItem(update.build());
        } catch (ConditionalCheckFailedException gone) {
            if (gone.hasItem()) {
                throw gone;
            }
        }
    }

    private static Exhaustion instead(Webhook found, long generation, RetriesExhausted why) {
        if (found.generation() != generation) {
            return Exhaustion.NOT_CONCERNED;
        }
        if (found.isActive()) {
            return Exhaustion.URL_CHANGED;
        }
        return found.disabling().equals(Optional.of(why)) ? Exhaustion.DISABLED : Exhaustion.NOT_CONCERNED;
    }

    private Optional<Map<String, AttributeValue>> row(AccountId account, WebhookId id) {
        return Optional.of(dynamoDb.getItem(get -> get.tableName(table)
                                .key(WebhookRow.key(account, id))
                                .consistentRead(true))
                        .item())
                .filter(item -> !item.isEmpty());
    }

    private Stream<Webhook> webhooks(QueryRequest query) {
        return rows(query).map(WebhookRow::webhook);
    }

    private Stream<Map<String, AttributeValue>> rows(QueryRequest query) {
        return dynamoDb.queryPaginator(query).items().stream();
    }

    private UpdateItemRequest.Builder update(AccountId account, WebhookId id) {
        return UpdateItemRequest.builder()
                .tableName(table)
                .key(WebhookRow.key(account, id))
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }
}
