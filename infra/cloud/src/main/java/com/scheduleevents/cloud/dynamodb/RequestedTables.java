package com.scheduleevents.cloud.dynamodb;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Names the tables that a request is about, so that the places where one function makes the same call can be told apart. */
final class RequestedTables {

    private RequestedTables() {}

    /** Their names in order; empty when only statements name them. */
    static String of(DynamoDbRequest request) {
        return named(request).distinct().sorted().collect(Collectors.joining("+"));
    }

    private static Stream<String> named(DynamoDbRequest request) {
        return switch (request) {
            case BatchGetItemRequest batch -> batch.requestItems().keySet().stream();
            case BatchWriteItemRequest batch -> batch.requestItems().keySet().stream();
            case TransactGetItemsRequest transaction ->
                transaction.transactItems().stream().map(item -> item.get().tableName());
            case TransactWriteItemsRequest transaction ->
                transaction.transactItems().stream().flatMap(RequestedTables::named);
            default -> request.getValueForField("TableName", String.class).stream();
        };
    }

    private static Stream<String> named(TransactWriteItem item) {
        return Stream.of(
                        Optional.ofNullable(item.conditionCheck()).map(ConditionCheck::tableName),
                        Optional.ofNullable(item.delete()).map(Delete::tableName),
                        Optional.ofNullable(item.put()).map(Put::tableName),
                        Optional.ofNullable(item.update()).map(Update::tableName))
                .flatMap(Optional::stream);
    }
}
