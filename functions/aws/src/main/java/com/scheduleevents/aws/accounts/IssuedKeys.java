package com.scheduleevents.aws.accounts;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The API keys that were issued to an account, revoked ones too; never their secrets. */
public final class IssuedKeys {

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final DynamoAccounts accounts;

    /**
     * @param table the name of the table Accounts
     */
    public IssuedKeys(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.accounts = new DynamoAccounts(dynamoDb, table);
    }

    /**
     * A key.
     *
     * @param id its public name
     * @param label what people call it
     * @param grant what it may do; empty when it was revoked
     * @param revokedAt when it was revoked
     */
    public record IssuedKey(ApiKeyId id, Optional<String> label, Optional<Caller> grant, Optional<Instant> revokedAt) {}

    /** The account's keys, in the order of their ids. */
    public List<IssuedKey> of(AccountId account) {
        return dynamoDb
                .queryPaginator(query -> query.tableName(table)
                        .keyConditionExpression("pk = :account AND begins_with(sk, :key)")
                        .expressionAttributeValues(Map.of(
                                ":account", AttributeValue.fromS(AccountKeys.accountPartition(account)),
                                ":key", AttributeValue.fromS(AccountKeys.KEY)))
                        .consistentRead(true))
                .items()
                .stream()
                .map(item -> key(new Row("Accounts", item)))
                .sorted(Comparator.comparing(key -> key.id().value()))
                .toList();
    }

    /** A key of the account. Never one of another account. */
    public Optional<IssuedKey> find(AccountId account, ApiKeyId id) {
        return row(account, id).map(this::key);
    }

    /**
     * Revokes a key of the account, for good: nobody gets in with it from the next look on.
     *
     * @return whether there was such a key; harmless to repeat
     */
    public boolean revoke(AccountId account, ApiKeyId id, Instant now) {
        Optional<Row> row = row(account, id);
        if (row.isEmpty()) {
            return false;
        }
        String fingerprint = row.get().text("fingerprint");
        // Who stops in between leaves a key that nobody gets in with, and that a repeat marks.
        dynamoDb.deleteItem(delete -> delete.tableName(table).key(AccountKeys.secret(fingerprint)));
        dynamoDb.updateItem(update -> update.tableName(table)
                .key(AccountKeys.keyOfAccount(account, id))
                .updateExpression("SET revoked_at = if_not_exists(revoked_at, :now)")
                .conditionExpression("attribute_exists(pk)")
                .expressionAttributeValues(Map.of(":now", AttributeValue.fromS(now.toString()))));
        return true;
    }

    private Optional<Row> row(AccountId account, ApiKeyId id) {
        Map<String, AttributeValue> item = dynamoDb.getItem(get -> get.tableName(table)
                        .key(AccountKeys.keyOfAccount(account, id))
                        .consistentRead(true))
                .item();
        return item.isEmpty() ? Optional.empty() : Optional.of(new Row("Accounts", item));
    }

    private IssuedKey key(Row row) {
        return new IssuedKey(
                new ApiKeyId(row.text("sk").substring(AccountKeys.KEY.length())),
                row.optionalText("label"),
                accounts.callerWith(row.text("fingerprint")),
                row.optionalText("revoked_at").map(Instant::parse));
    }
}
