package com.scheduleevents.aws.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** What an operator does to accounts. Every call can be repeated: it brings about a state. */
public final class AccountAdmin {

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final DynamoAccounts accounts;

    /**
     * @param table the name of the table Accounts
     */
    public AccountAdmin(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.accounts = new DynamoAccounts(dynamoDb, table);
    }

    /**
     * Opens an account, or changes its owner.
     *
     * @param ownerEmail where e-mails about its webhooks go
     * @param name what people call it
     */
    public void openAccount(AccountId account, String ownerEmail, String name) {
        put(
                AccountKeys.account(account),
                Map.of("owner_email", AttributeValue.fromS(ownerEmail), "name", AttributeValue.fromS(name)));
    }

    /** Every account, in the order of their ids. It reads the whole table: something for operators, not for requests. */
    public SortedSet<AccountId> accounts() {
        return new EveryAccount(dynamoDb, table)
                .read()
                .collect(Collectors.toCollection(() -> new TreeSet<>(Comparator.comparing(AccountId::value))));
    }

    /** Adds a clinic to an account. */
    public void addClinic(AccountId account, ClinicId clinic) {
        put(AccountKeys.clinicOfAccount(account, clinic), Map.of());
    }

    /**
     * Issues an API key, or changes what it may do.
     *
     * @param clinics what it sees; a list may hold clinics of this account alone
     * @param secret what its holder sends; only its fingerprint is kept
     * @throws IllegalArgumentException when a listed clinic is not the account's, or no scope is given
     */
    public void issueKey(AccountId account, ApiKeyId key, Set<Scope> scopes, Clinics clinics, ApiKeySecret secret) {
        issueKey(account, key, Optional.empty(), scopes, clinics, secret);
    }

    /**
     * Issues an API key, or changes what it may do.
     *
     * @param label what people call it
     * @param clinics what it sees; a list may hold clinics of this account alone
     * @param secret what its holder sends; only its fingerprint is kept
     * @throws IllegalArgumentException when a listed clinic is not the account's, or no scope is given
     */
    public void issueKey(
            AccountId account,
            ApiKeyId key,
            Optional<String> label,
            Set<Scope> scopes,
            Clinics clinics,
            ApiKeySecret secret) {
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("a key without a scope can do nothing; give it one");
        }
        // The list comes first, so that the key never works with an older one.
        switch (clinics) {
            case Clinics.Listed(Set<ClinicId> listed) -> list(account, key, listed);
            case Clinics.All() -> {
                // Nothing is listed: the account's own clinics are the list.
            }
        }
        Map<String, AttributeValue> grant = Map.of(
                "account_id", AttributeValue.fromS(account.value()),
                "key_id", AttributeValue.fromS(key.value()),
                "scopes",
                        AttributeValue.fromSs(
                                scopes.stream().map(Scope::wireName).toList()),
                "all_clinics", AttributeValue.fromBool(clinics instanceof Clinics.All));
        Map<String, AttributeValue> known = new HashMap<>();
        known.put("fingerprint", AttributeValue.fromS(secret.fingerprint()));
        label.ifPresent(text -> known.put("label", AttributeValue.fromS(text)));
        dynamoDb.transactWriteItems(write -> write.transactItems(
                putting(AccountKeys.secret(secret.fingerprint()), grant),
                putting(AccountKeys.keyOfAccount(account, key), known)));
    }

    /**
     * Takes a clinic from an account, and from the keys of it that list it: none of them sees it from the next look on.
     *
     * @return whether the account had it
     */
    public boolean removeClinic(AccountId account, ClinicId clinic) {
        boolean had = accounts.hasClinic(account, clinic);
        delete(AccountKeys.clinicOfAccount(account, clinic));
        new IssuedKeys(dynamoDb, table).of(account).forEach(key -> delete(AccountKeys.clinicOfKey(key.id(), clinic)));
        return had;
    }

    private void list(AccountId account, ApiKeyId key, Set<ClinicId> listed) {
        listed.stream()
                .filter(clinic -> !accounts.hasClinic(account, clinic))
                .findFirst()
                .ifPresent(foreign -> {
                    throw new IllegalArgumentException("the clinic " + foreign.value() + " is not of the account "
                            + account.value() + "; add it to the account first");
                });
        accounts.clinicsOf(key).stream()
                .filter(clinic -> !listed.contains(clinic))
                .forEach(gone -> delete(AccountKeys.clinicOfKey(key, gone)));
        listed.forEach(clinic -> put(AccountKeys.clinicOfKey(key, clinic), Map.of()));
    }

    private void put(Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
        dynamoDb.putItem(put -> put.tableName(table).item(item(key, attributes)));
    }

    private TransactWriteItem putting(Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table).item(item(key, attributes)))
                .build();
    }

    private void delete(Map<String, AttributeValue> key) {
        dynamoDb.deleteItem(delete -> delete.tableName(table).key(key));
    }

    private static Map<String, AttributeValue> item(
            Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> item = new HashMap<>(key);
        item.putAll(attributes);
        return item;
    }
}
