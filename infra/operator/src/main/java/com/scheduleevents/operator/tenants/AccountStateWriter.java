package com.scheduleevents.operator.tenants;

import com.scheduleevents.aws.accounts.AccountCount;
import com.scheduleevents.aws.accounts.AccountRowKeys;
import com.scheduleevents.aws.accounts.GrantRow;
import com.scheduleevents.aws.accounts.KeyWrites;
import com.scheduleevents.aws.tables.Attribute;
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
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/**
 * Writes an account's state and its removed clinics. Every call is idempotent, and every change of an account raises its change
 * counter, on which a concurrent registration of a webhook or key depends.
 */
final class AccountStateWriter {

    private static final String NOT_CLOSED =
            AccountRowKeys.EXISTS + " AND (attribute_not_exists(#state) OR #state <> :closed)";

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final AccountRows rows;

    /**
     * @param table the name of the Accounts table
     */
    AccountStateWriter(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.rows = new AccountRows(dynamoDb, table);
    }

    /**
     * An API key of an account.
     *
     * @param fingerprint the hash of its secret
     */
    record KeyRow(ApiKeyId id, String fingerprint) {}

    /**
     * Raises the change counter: whoever read the account before must read it again to register a webhook or issue a key. Returns
     * false when the account does not exist or is closed, as all methods here that return a boolean.
     */
    boolean touch(AccountId account) {
        return unlessClosed(account, "ADD #changes :one", Map.of(), Map.of());
    }

    /** Suspends the account: no key can be issued and no webhook registered. */
    boolean suspend(AccountId account) {
        return unlessClosed(
                account,
                "SET #state = :suspended ADD #changes :one",
                Map.of(),
                Map.of(":suspended", text(AccountState.SUSPENDED.wireName())));
    }

    /** Makes the account active. */
    boolean activate(AccountId account) {
        return unlessClosed(account, "REMOVE #state ADD #changes :one", Map.of(), Map.of());
    }

    /**
     * Closes the account permanently.
     *
     * @param expiresAt when all of its rows are removed, unless an earlier call has set that time
     * @return when all of its rows are removed; empty when there is no such account
     */
    Optional<Instant> close(AccountId account, Instant expiresAt) {
        try {
            Map<String, AttributeValue> closed = dynamoDb.updateItem(update -> update.tableName(table)
                            .key(AccountRowKeys.account(account))
                            .conditionExpression(AccountRowKeys.EXISTS)
                            .updateExpression(
                                    "SET #state = :closed, #expires = if_not_exists(#expires, :at) ADD #changes :one")
                            .expressionAttributeNames(Map.of(
                                    "#state", AccountRowKeys.STATE,
                                    "#expires", AccountRowKeys.EXPIRES_AT,
                                    "#changes", AccountCount.COUNTED))
                            .expressionAttributeValues(Map.of(
                                    ":closed", text(AccountState.CLOSED.wireName()),
                                    ":at", Attribute.EXPIRES_AT.write(expiresAt),
                                    ":one", AttributeValue.fromN("1")))
                            .returnValues(ReturnValue.ALL_NEW))
                    .attributes();
            return Optional.of(row(closed).get(Attribute.EXPIRES_AT));
        } catch (ConditionalCheckFailedException noSuchAccount) {
            return Optional.empty();
        }
    }

    /** The clinics that were removed from the account. */
    Set<ClinicId> removedClinics(AccountId account) {
        return row(rows.get(AccountRowKeys.account(account))).textSet(AccountRowKeys.REMOVED_CLINICS).stream()
                .map(ClinicId::new)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Marks a clinic as removed. */
    boolean markRemoved(AccountId account, ClinicId clinic) {
        return changeRemoved(account, clinic, "ADD #removed :clinic, #changes :one");
    }

    /** Unmarks a clinic that is added again. */
    boolean unmarkRemoved(AccountId account, ClinicId clinic) {
        return changeRemoved(account, clinic, "DELETE #removed :clinic, #erased :clinic ADD #changes :one");
    }

    /** Marks a removed clinic as one whose events nobody may read any more. */
    boolean markErased(AccountId account, ClinicId clinic) {
        return changeRemoved(account, clinic, "ADD #removed :clinic, #erased :clinic, #changes :one");
    }

    /** Its keys, including revoked ones. */
    List<KeyRow> keys(AccountId account) {
        return rows.partition(AccountRowKeys.accountPartition(account)).stream()
                .map(AccountStateWriter::row)
                .filter(row -> row.get(AccountRowKeys.SORT).startsWith(AccountRowKeys.KEY))
                .map(row ->
                        new KeyRow(AccountRowKeys.keyIn(row.get(AccountRowKeys.SORT)), row.text(KeyWrites.FINGERPRINT)))
                .toList();
    }

    /** Stores with a key whether its account is suspended; a revoked key stays revoked. */
    void flag(KeyRow key, boolean suspended) {
        rows.set(
                AccountRowKeys.secret(key.fingerprint()),
                GrantRow.ACCOUNT_SUSPENDED,
                suspended ? Optional.of(AttributeValue.fromBool(true)) : Optional.empty());
    }

    /** Sets the time to live of all rows of the account and its keys. */
    void expire(AccountId account, List<KeyRow> keys, Instant at) {
        expire(AccountRowKeys.accountPartition(account), at);
        keys.forEach(key -> expire(AccountRowKeys.keyPartition(key.id()), at));
    }

    private void expire(String partition, Instant at) {
        rows.partition(partition).stream()
                .map(AccountStateWriter::row)
                .forEach(row -> rows.set(
                        AccountRowKeys.keyOf(row),
                        AccountRowKeys.EXPIRES_AT,
                        Optional.of(Attribute.EXPIRES_AT.write(at))));
    }

    private boolean changeRemoved(AccountId account, ClinicId clinic, String expression) {
        Map<String, String> names = new HashMap<>(Map.of("#removed", AccountRowKeys.REMOVED_CLINICS));
        if (expression.contains("#erased")) {
            names.put("#erased", AccountRowKeys.ERASED_CLINICS);
        }
        return unlessClosed(
                account, expression, names, Map.of(":clinic", AttributeValue.fromSs(List.of(clinic.value()))));
    }

    private boolean unlessClosed(
            AccountId account, String expression, Map<String, String> names, Map<String, AttributeValue> values) {
        Map<String, String> allNames = new HashMap<>(names);
        allNames.put("#state", AccountRowKeys.STATE);
        allNames.put("#changes", AccountCount.COUNTED);
        Map<String, AttributeValue> allValues = new HashMap<>(values);
        allValues.put(":closed", text(AccountState.CLOSED.wireName()));
        allValues.put(":one", AttributeValue.fromN("1"));
        return rows.update(AccountRowKeys.account(account), NOT_CLOSED, expression, allNames, allValues);
    }

    private static Row row(Map<String, AttributeValue> attributes) {
        return new Row("Accounts", attributes);
    }

    private static AttributeValue text(String value) {
        return AttributeValue.fromS(value);
    }
}
