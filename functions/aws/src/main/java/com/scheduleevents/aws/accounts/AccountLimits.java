package com.scheduleevents.aws.accounts;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** What an operator agrees with an account in the place of the service's own limits. Every call can be repeated. */
public final class AccountLimits {

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final DynamoApiKeys keys;
    private final KeyWrites writes;

    /**
     * @param table the name of the table Accounts
     */
    public AccountLimits(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.keys = new DynamoApiKeys(dynamoDb, table);
        this.writes = new KeyWrites(dynamoDb, table);
    }

    /**
     * Sets how many requests a second each key of the account may make: the keys that it has, and those to come.
     *
     * @param perSecond empty: as many as the service lets everybody
     */
    public void requests(AccountId account, Optional<Integer> perSecond) {
        agree(account, DynamoAccounts.REQUESTS_PER_SECOND, perSecond);
        keys.all(account).stream()
                .filter(key -> key.revokedAt().isEmpty())
                .map(ApiKey::id)
                .flatMap(id -> writes.fingerprint(account, id).stream())
                .forEach(secret -> copy(secret, perSecond));
    }

    /**
     * Sets how many webhooks the account may have. Those that it has beyond that stay.
     *
     * @param max empty: as many as the service lets everybody
     */
    public void webhooks(AccountId account, Optional<Integer> max) {
        agree(account, DynamoAccounts.MAX_WEBHOOKS, max);
    }

    /** It counts, so that a key that is being issued meanwhile is not issued on the terms of before. */
    private void agree(AccountId account, String limit, Optional<Integer> value) {
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":one", AttributeValue.fromN("1")));
        value.ifPresent(number -> values.put(":limit", AttributeValue.fromN(number.toString())));
        dynamoDb.updateItem(update -> update.tableName(table)
                .key(AccountRowKeys.account(account))
                .conditionExpression("attribute_exists(pk)")
                .updateExpression((value.isPresent() ? "SET #limit = :limit" : "REMOVE #limit") + " ADD #counted :one")
                .expressionAttributeNames(Map.of("#limit", limit, "#counted", AccountCount.COUNTED))
                .expressionAttributeValues(values));
    }

    private void copy(String secret, Optional<Integer> perSecond) {
        UpdateItemRequest.Builder update = UpdateItemRequest.builder()
                .tableName(table)
                .key(AccountRowKeys.secret(secret))
                .conditionExpression("attribute_exists(pk)")
                .updateExpression(perSecond.isPresent() ? "SET #limit = :limit" : "REMOVE #limit")
                .expressionAttributeNames(Map.of("#limit", GrantRow.REQUESTS_PER_SECOND));
        perSecond.ifPresent(
                number -> update.expressionAttributeValues(Map.of(":limit", AttributeValue.fromN(number.toString()))));
        try {
            dynamoDb.updateItem(update.build());
        } catch (ConditionalCheckFailedException revoked) {
            // Nothing is left to limit.
        }
    }
}
