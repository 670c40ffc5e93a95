package com.scheduleevents.aws.accounts;

import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.aws.tables.Transaction;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The writes that issue an API key and revoke it. */
public final class KeyWrites {

    /** In an API key's row: the hash of its secret. */
    public static final String FINGERPRINT = "fingerprint";
    /** In an API key's row: its label, if it has one. */
    public static final String LABEL = "label";

    static final String CREATED_AT = "created_at";
    static final String REVOKED_AT = "revoked_at";

    private static final int MAX_CLINICS_A_READ = 100;

    private final DynamoDbClient dynamoDb;
    private final Table table;
    private final DynamoAccounts accounts;

    /** @param table the name of the Accounts table */
    public KeyWrites(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
        this.accounts = new DynamoAccounts(dynamoDb, table);
    }

    /**
     * Issues a key, or replaces what it grants.
     *
     * @param more further writes of the same transaction
     * @return false when the account's change counter was raised since the terms were read
     * @throws IllegalArgumentException when a listed clinic does not belong to the account
     */
    public boolean issue(NewApiKey key, ApiKeySecret secret, AccountTerms terms, TransactWriteItem... more) {
        // The list is written first, so that the key never works with an older one.
        switch (key.clinics()) {
            case Clinics.Listed(Set<ClinicId> listed) -> list(key.account(), key.id(), listed);
            case Clinics.All _ -> {
                // There is no list: the key sees the account's own clinics.
            }
        }
        Map<String, AttributeValue> known = new HashMap<>(Map.of(
                FINGERPRINT,
                text(secret.fingerprint()),
                CREATED_AT,
                text(key.createdAt().toString())));
        key.label().ifPresent(text -> known.put(LABEL, text(text)));
        return Transaction.write(
                dynamoDb,
                Stream.concat(
                                Stream.of(
                                        AccountCount.since(terms, table.name(), key.account()),
                                        putting(
                                                AccountRowKeys.secret(secret.fingerprint()),
                                                GrantRow.attributes(key, terms)),
                                        putting(AccountRowKeys.keyOfAccount(key.account(), key.id()), known)),
                                Stream.of(more))
                        .toArray(TransactWriteItem[]::new));
    }

    boolean revoke(AccountId account, ApiKeyId id, Instant now) {
        Optional<String> fingerprint = fingerprint(account, id);
        if (fingerprint.isEmpty()) {
            return false;
        }
        // After a crash in between, the key grants nothing any more, and a repeated call marks it as revoked.
        delete(AccountRowKeys.secret(fingerprint.get()));
        dynamoDb.updateItem(update -> update.tableName(table.name())
                .key(AccountRowKeys.keyOfAccount(account, id))
                .updateExpression("SET #revoked = if_not_exists(#revoked, :now)")
                .conditionExpression("attribute_exists(pk)")
                .expressionAttributeNames(Map.of("#revoked", REVOKED_AT))
                .expressionAttributeValues(Map.of(":now", text(now.toString()))));
        return true;
    }

    /** The hash of a key's secret, also of a revoked key; empty when the account has no such key. */
    public Optional<String> fingerprint(AccountId account, ApiKeyId id) {
        return table.find(AccountRowKeys.keyOfAccount(account, id))
                .map(item -> new Row("Accounts", item).text(FINGERPRINT));
    }

    private void list(AccountId account, ApiKeyId key, Set<ClinicId> listed) {
        Set<ClinicId> foreign = new HashSet<>(listed);
        listed.stream()
                .gather(Gatherers.windowFixed(MAX_CLINICS_A_READ))
                .forEach(some -> foreign.removeAll(accounts.clinicsAmong(account, Set.copyOf(some))));
        foreign.stream().findFirst().ifPresent(clinic -> {
            throw new IllegalArgumentException("the clinic " + clinic.value() + " does not belong to the account "
                    + account.value() + "; add it to the account first");
        });
        replaceList(key, listed);
    }

    /** Replaces the list of clinics of a key; the clinics belong to its account. */
    public void replaceList(ApiKeyId key, Set<ClinicId> listed) {
        accounts.clinicsOf(key).stream()
                .filter(clinic -> !listed.contains(clinic))
                .forEach(gone -> delete(AccountRowKeys.clinicOfKey(key, gone)));
        listed.forEach(clinic ->
                dynamoDb.putItem(put -> put.tableName(table.name()).item(AccountRowKeys.clinicOfKey(key, clinic))));
    }

    private void delete(Map<String, AttributeValue> key) {
        dynamoDb.deleteItem(delete -> delete.tableName(table.name()).key(key));
    }

    private TransactWriteItem putting(Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> item = new HashMap<>(key);
        item.putAll(attributes);
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table.name()).item(item))
                .build();
    }
}
