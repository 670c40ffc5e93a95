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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Accounts, clinics and API keys as rows of the Accounts table. */
public final class StoredAccounts {

    /** The name of each of these accounts. */
    public static final String NAME = "One";

    /** The most rows of one batch. */
    private static final int BATCH = 25;

    private final DynamoDbClient dynamoDb;
    private final String table;

    /** @param tables the tables to write to */
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

    /** Puts many clinics of an account. */
    public void add(AccountId account, List<ClinicId> clinics) {
        for (int i = 0; i < clinics.size(); i += BATCH) {
            List<WriteRequest> rows = clinics.subList(i, Math.min(clinics.size(), i + BATCH)).stream()
                    .map(clinic -> WriteRequest.builder()
                            .putRequest(put -> put.item(AccountRowKeys.clinicOfAccount(account, clinic)))
                            .build())
                    .toList();
            if (dynamoDb.batchWriteItem(write -> write.requestItems(Map.of(table, rows)))
                    .unprocessedItems()
                    .containsKey(table)) {
                throw new IllegalStateException("not every clinic was put");
            }
        }
    }

    /** Issues an API key of an account that is not changed concurrently. */
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
