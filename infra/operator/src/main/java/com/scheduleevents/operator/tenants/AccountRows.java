package com.scheduleevents.operator.tenants;

import com.scheduleevents.aws.accounts.AccountRowKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Reads and writes single rows of the Accounts table. */
final class AccountRows {

    private final DynamoDbClient dynamoDb;
    private final String table;

    AccountRows(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = table;
    }

    Map<String, AttributeValue> get(Map<String, AttributeValue> key) {
        return dynamoDb.getItem(get -> get.tableName(table).key(key).consistentRead(true))
                .item();
    }

    void put(Map<String, AttributeValue> row) {
        dynamoDb.putItem(put -> put.tableName(table).item(row));
    }

    void delete(Map<String, AttributeValue> key) {
        dynamoDb.deleteItem(delete -> delete.tableName(table).key(key));
    }

    List<Map<String, AttributeValue>> partition(String partition) {
        return dynamoDb
                .queryPaginator(query -> query.tableName(table)
                        .keyConditionExpression(AccountRowKeys.PARTITION + " = :partition")
                        .expressionAttributeValues(Map.of(":partition", AttributeValue.fromS(partition)))
                        .consistentRead(true))
                .items()
                .stream()
                .toList();
    }

    /** Sets an attribute of a row, or removes it when there is no value. Returns whether the row exists. */
    boolean set(Map<String, AttributeValue> key, String attribute, Optional<AttributeValue> value) {
        return update(
                key,
                AccountRowKeys.EXISTS,
                value.isPresent() ? "SET #attribute = :value" : "REMOVE #attribute",
                Map.of("#attribute", attribute),
                value.map(present -> Map.of(":value", present)).orElse(Map.of()));
    }

    /** Updates a row. Returns whether its condition held. */
    boolean update(
            Map<String, AttributeValue> key,
            String condition,
            String expression,
            Map<String, String> names,
            Map<String, AttributeValue> values) {
        try {
            dynamoDb.updateItem(update -> update.tableName(table)
                    .key(key)
                    .conditionExpression(condition)
                    .updateExpression(expression)
                    .expressionAttributeNames(names)
                    .expressionAttributeValues(values.isEmpty() ? null : values));
            return true;
        } catch (ConditionalCheckFailedException notMet) {
            return false;
        }
    }
}
