package com.scheduleevents.simulation.fidelity;

import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.item;
import static com.scheduleevents.simulation.fidelity.DynamoDbFixture.key;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** What the contracts of DynamoDB begin with: a table, and short ways to ask for what is in it. */
abstract class DynamoDbContract {

    final DynamoDbClient client;
    private String table = "";

    DynamoDbContract(DynamoDbClient client) {
        this.client = client;
    }

    String table() {
        return table;
    }

    @BeforeEach
    void createTable() {
        table = DynamoDbFixture.table(client);
    }

    void put(String sort, Map<String, AttributeValue> attributes) {
        client.putItem(put -> put.tableName(table).item(item(sort, attributes)));
    }

    Map<String, AttributeValue> get(String sort) {
        return client.getItem(get -> get.tableName(table).key(key(sort)).consistentRead(true))
                .item();
    }

    UpdateItemResponse update(String sort, String expression, Map<String, AttributeValue> values) {
        return client.updateItem(
                update(sort, expression).expressionAttributeValues(values).build());
    }

    UpdateItemRequest.Builder update(String sort, String expression) {
        return UpdateItemRequest.builder()
                .tableName(table)
                .key(key(sort))
                .updateExpression(expression)
                .returnValues(ReturnValue.ALL_NEW);
    }

    QueryRequest.Builder query(String condition, Map<String, AttributeValue> values) {
        return QueryRequest.builder()
                .tableName(table)
                .keyConditionExpression(condition)
                .expressionAttributeValues(values)
                .consistentRead(true);
    }

    List<String> sorts(QueryRequest query) {
        return client.queryPaginator(query).items().stream()
                .map(item -> item.get("s").s())
                .toList();
    }
}
