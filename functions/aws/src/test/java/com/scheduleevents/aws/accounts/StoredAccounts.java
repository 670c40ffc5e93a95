package com.scheduleevents.aws.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Accounts, clinics and API keys as rows of the Accounts table. */
public final class StoredAccounts {

    /** What each of these accounts is called. */
    public static final String NAME = "One";

    private final DynamoDbClient dynamoDb;
    private final String table;

    /** In those tables. */
    public StoredAccounts(LocalTables tables) {
        this.dynamoDb = tables.dynamoDb();
        this.table = tables.named("AccountsTable");
    }

    /** Puts an account with the name {@link #NAME}. */
    public void open(AccountId account, String ownerEmail) {
        Map<String, AttributeValue> row = new HashMap<>(AccountRowKeys.account(account));
        row.put("owner_email", AttributeValue.fromS(ownerEmail));
        row.put("name", AttributeValue.fromS(NAME));
        dynamoDb.putItem(put -> put.tableName(table).item(row));
    }

    /** Puts a clinic of an account. */
    public void add(AccountId account, ClinicId clinic) {
        dynamoDb.putItem(put -> put.tableName(table).item(AccountRowKeys.clinicOfAccount(account, clinic)));
    }

    /** Issues an API key of an account that nobody else changes meanwhile. */
    public void issue(NewApiKey key, ApiKeySecret secret) {
        if (!new DynamoApiKeys(dynamoDb, table)
                .issue(
                        key,
                        secret,
                        new DynamoAccounts(dynamoDb, table).terms(key.account()).orElseThrow())) {
            throw new IllegalStateException("the account changed meanwhile");
        }
    }

    /** Issues an API key without a label that never expires. */
    public void issue(AccountId account, ApiKeyId key, Set<Scope> scopes, Clinics clinics, ApiKeySecret secret) {
        issue(new NewApiKey(account, key, Optional.empty(), scopes, clinics, Instant.now(), Optional.empty()), secret);
    }
}
