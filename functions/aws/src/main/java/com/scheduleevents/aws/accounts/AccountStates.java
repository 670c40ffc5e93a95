package com.scheduleevents.aws.accounts;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The rows of the table Accounts that say whether an account is served and what it had. Every call can be repeated, and counts
 * among the changes that a registration must not pass by.
 */
public final class AccountStates {

    private static final String THERE = "attribute_exists(pk)";
    private static final String NOT_CLOSED = THERE + " AND (attribute_not_exists(#state) OR #state <> :closed)";

    private final DynamoDbClient dynamoDb;
    private final String table;

    /**
     * @param table the name of the table Accounts
     */
    public AccountStates(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    /**
     * An API key of an account.
     *
     * @param id its public name
     * @param fingerprint finds the row that lets it in
     */
    public record KeyRow(ApiKeyId id, String fingerprint) {}

    /**
     * Whether the account is not closed, and there. From now on whoever read it before cannot register a webhook or issue a key
     * any more without reading it again.
     */
    public boolean touch(AccountId account) {
        return unlessClosed(account, "ADD #changes :one", Map.of(), Map.of());
    }

    /** Suspends it: from now on no key is issued and no webhook registered. @return whether it is there, and not closed */
    public boolean suspend(AccountId account) {
        return unlessClosed(
                account,
                "SET #state = :suspended ADD #changes :one",
                Map.of(),
                Map.of(":suspended", text(AccountState.SUSPENDED.wireName())));
    }

    /** Serves it again. @return whether it is there, and not closed */
    public boolean activate(AccountId account) {
        return unlessClosed(account, "REMOVE #state ADD #changes :one", Map.of(), Map.of());
    }

    /**
     * Closes it for good.
     *
     * @param expiresAt when everything of it is removed, if this is the first time that it is closed
     * @return when everything of it is removed; empty when there is no such account
     */
    public Optional<Instant> close(AccountId account, Instant expiresAt) {
        UpdateItemRequest update = UpdateItemRequest.builder()
                .tableName(table)
                .key(AccountRowKeys.account(account))
                .conditionExpression(THERE)
                .updateExpression("SET #state = :closed, #expires = if_not_exists(#expires, :at) ADD #changes :one")
                .expressionAttributeNames(Map.of(
                        "#state", AccountRowKeys.STATE,
                        "#expires", AccountRowKeys.EXPIRES_AT,
                        "#changes", AccountCount.COUNTED))
                .expressionAttributeValues(Map.of(
                        ":closed", text(AccountState.CLOSED.wireName()),
                        ":at", seconds(expiresAt),
                        ":one", AttributeValue.fromN("1")))
                .returnValues(ReturnValue.ALL_NEW)
                .build();
        try {
            Row row = new Row("Accounts", dynamoDb.updateItem(update).attributes());
            return Optional.of(Instant.ofEpochSecond(row.number(AccountRowKeys.EXPIRES_AT)));
        } catch (ConditionalCheckFailedException noSuchAccount) {
            return Optional.empty();
        }
    }

    /** The clinics that it had. */
    public Set<ClinicId> removedClinics(AccountId account) {
        Map<String, AttributeValue> item = dynamoDb.getItem(get -> get.tableName(table)
                        .key(AccountRowKeys.account(account))
                        .consistentRead(true))
                .item();
        return DynamoAccounts.removed(new Row("Accounts", item));
    }

    /** Remembers a clinic as one that it had. @return whether it is there, and not closed */
    public boolean removed(AccountId account, ClinicId clinic) {
        return unlessClosed(
                account,
                "ADD #removed :clinic, #changes :one",
                Map.of("#removed", AccountRowKeys.REMOVED_CLINICS),
                Map.of(":clinic", AttributeValue.fromSs(List.of(clinic.value()))));
    }

    /** Forgets that it had a clinic. @return whether it is there, and not closed */
    public boolean addedAgain(AccountId account, ClinicId clinic) {
        return unlessClosed(
                account,
                "DELETE #removed :clinic ADD #changes :one",
                Map.of("#removed", AccountRowKeys.REMOVED_CLINICS),
                Map.of(":clinic", AttributeValue.fromSs(List.of(clinic.value()))));
    }

    /** Its keys, revoked ones too. */
    public List<KeyRow> keys(AccountId account) {
        return rows(AccountRowKeys.accountPartition(account)).stream()
                .map(item -> new Row("Accounts", item))
                .filter(row -> row.text("sk").startsWith(AccountRowKeys.KEY))
                .map(row -> new KeyRow(
                        new ApiKeyId(row.text("sk").substring(AccountRowKeys.KEY.length())),
                        row.text(KeyWrites.FINGERPRINT)))
                .toList();
    }

    /** Says on a key's row whether its account is suspended; a key that was revoked stays so. */
    public void flag(KeyRow key, boolean suspended) {
        updateIfThere(
                AccountRowKeys.secret(key.fingerprint()),
                suspended ? "SET #flag = :true" : "REMOVE #flag",
                Map.of("#flag", GrantRow.ACCOUNT_SUSPENDED),
                suspended ? Map.of(":true", AttributeValue.fromBool(true)) : Map.of());
    }

    /** Has everything of the account removed at that time, by the table's time to live. */
    public void expire(AccountId account, List<KeyRow> keys, Instant at) {
        rows(AccountRowKeys.accountPartition(account)).forEach(item -> expire(item, at));
        keys.forEach(key -> rows(AccountRowKeys.keyPartition(key.id())).forEach(item -> expire(item, at)));
    }

    private void expire(Map<String, AttributeValue> item, Instant at) {
        Row row = new Row("Accounts", item);
        updateIfThere(
                Map.of("pk", text(row.text("pk")), "sk", text(row.text("sk"))),
                "SET #expires = :at",
                Map.of("#expires", AccountRowKeys.EXPIRES_AT),
                Map.of(":at", seconds(at)));
    }

    private List<Map<String, AttributeValue>> rows(String partition) {
        return dynamoDb
                .queryPaginator(query -> query.tableName(table)
                        .keyConditionExpression("pk = :partition")
                        .expressionAttributeValues(Map.of(":partition", text(partition)))
                        .consistentRead(true))
                .items()
                .stream()
                .toList();
    }

    private boolean unlessClosed(
            AccountId account, String update, Map<String, String> names, Map<String, AttributeValue> values) {
        Map<String, String> allNames = new HashMap<>(names);
        allNames.put("#state", AccountRowKeys.STATE);
        allNames.put("#changes", AccountCount.COUNTED);
        Map<String, AttributeValue> allValues = new HashMap<>(values);
        allValues.put(":closed", text(AccountState.CLOSED.wireName()));
        allValues.put(":one", AttributeValue.fromN("1"));
        return update(AccountRowKeys.account(account), NOT_CLOSED, update, allNames, allValues);
    }

    private void updateIfThere(
            Map<String, AttributeValue> key,
            String update,
            Map<String, String> names,
            Map<String, AttributeValue> values) {
        update(key, THERE, update, names, values);
    }

    private boolean update(
            Map<String, AttributeValue> key,
            String condition,
            String update,
            Map<String, String> names,
            Map<String, AttributeValue> values) {
        try {
            dynamoDb.updateItem(request -> request.tableName(table)
                    .key(key)
                    .conditionExpression(condition)
                    .updateExpression(update)
                    .expressionAttributeNames(names)
                    .expressionAttributeValues(values.isEmpty() ? null : values));
            return true;
        } catch (ConditionalCheckFailedException goneOrClosed) {
            return false;
        }
    }

    private static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }

    private static AttributeValue seconds(Instant time) {
        return AttributeValue.fromN(Long.toString(time.getEpochSecond()));
    }
}
