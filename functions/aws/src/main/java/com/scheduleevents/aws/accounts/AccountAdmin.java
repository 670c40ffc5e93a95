package com.scheduleevents.aws.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What an operator does to accounts. Every call can be repeated: it brings about a state. */
public final class AccountAdmin {

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final DynamoAccounts accounts;
    private final KeyAdmin keys;

    /**
     * @param table the name of the table Accounts
     */
    public AccountAdmin(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.accounts = new DynamoAccounts(dynamoDb, table);
        this.keys = new KeyAdmin(dynamoDb, table);
    }

    /**
     * Opens an account, or changes its owner.
     *
     * @param ownerEmail where e-mails about its webhooks go
     * @param name what people call it
     */
    public void openAccount(AccountId account, String ownerEmail, String name) {
        // What the row says besides, such as the account's terms, stays.
        dynamoDb.updateItem(update -> update.tableName(table)
                .key(AccountRowKeys.account(account))
                .updateExpression("SET owner_email = :email, #name = :name")
                .expressionAttributeNames(Map.of("#name", "name"))
                .expressionAttributeValues(
                        Map.of(":email", AttributeValue.fromS(ownerEmail), ":name", AttributeValue.fromS(name))));
    }

    /** Every account, in the order of their ids. It reads the whole table: something for operators, not for requests. */
    public SortedSet<AccountId> accounts() {
        return new AccountScan(dynamoDb, table)
                .read()
                .collect(Collectors.toCollection(() -> new TreeSet<>(Comparator.comparing(AccountId::value))));
    }

    /** Adds a clinic to an account. */
    public void addClinic(AccountId account, ClinicId clinic) {
        dynamoDb.putItem(put -> put.tableName(table).item(AccountRowKeys.clinicOfAccount(account, clinic)));
    }

    /**
     * Issues an API key that never expires, or changes what it may do.
     *
     * @param clinics what it sees; a list may hold clinics of this account alone
     * @param secret what its holder sends; only its fingerprint is kept
     * @throws IllegalArgumentException when a listed clinic is not the account's, or no scope is given
     */
    public void issueKey(AccountId account, ApiKeyId key, Set<Scope> scopes, Clinics clinics, ApiKeySecret secret) {
        keys.issue(
                new NewApiKey(account, key, Optional.empty(), scopes, clinics, Instant.now(), Optional.empty()),
                secret);
    }

    /**
     * Takes a clinic from an account, and from the keys of it that list it: none of them sees it from the next look on.
     *
     * @return whether the account had it
     */
    public boolean removeClinic(AccountId account, ClinicId clinic) {
        boolean had = accounts.hasClinic(account, clinic);
        delete(AccountRowKeys.clinicOfAccount(account, clinic));
        new DynamoApiKeys(dynamoDb, table)
                .all(account)
                .forEach(key -> delete(AccountRowKeys.clinicOfKey(key.id(), clinic)));
        return had;
    }

    private void delete(Map<String, AttributeValue> key) {
        dynamoDb.deleteItem(delete -> delete.tableName(table).key(key));
    }
}
