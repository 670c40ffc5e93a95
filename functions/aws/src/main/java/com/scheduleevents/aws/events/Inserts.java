package com.scheduleevents.aws.events;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementError;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementErrorCodeEnum;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;

/**
 * Writes many new items with few calls. Each PartiQL statement {@code INSERT} writes its item unless one with the same key exists, and costs
 * as much as a put on that condition: a transaction costs twice as much, and a batch write has no conditions.
 */
final class Inserts {

    /** The most statements that DynamoDB takes in one call. */
    private static final int MAX_PER_CALL = 25;

    /** How many calls are made at once: a batch of the API needs no more. */
    private static final int CONCURRENCY = 4;

    /** Errors for which a single write would fail as well. The others are an existing item, or will pass. */
    private static final Set<BatchStatementErrorCodeEnum> FAULTS = EnumSet.of(
            BatchStatementErrorCodeEnum.ACCESS_DENIED,
            BatchStatementErrorCodeEnum.RESOURCE_NOT_FOUND,
            BatchStatementErrorCodeEnum.VALIDATION_ERROR);

    private final DynamoDbClient dynamoDb;

    Inserts(DynamoDbClient dynamoDb) {
        this.dynamoDb = dynamoDb;
    }

    /**
     * Inserts an item for each of these.
     *
     * @param all of different keys
     * @return those whose items were inserted; the others met an existing item, a transaction or a limit
     */
    <T> Set<T> made(String table, Collection<T> all, Function<T, Map<String, AttributeValue>> item) {
        return all.stream()
                .gather(Gatherers.windowFixed(MAX_PER_CALL))
                .gather(Gatherers.mapConcurrent(CONCURRENCY, some -> call(table, some, item)))
                .flatMap(List::stream)
                .collect(Collectors.toSet());
    }

    private <T> List<T> call(String table, List<T> some, Function<T, Map<String, AttributeValue>> item) {
        List<BatchStatementRequest> statements =
                some.stream().map(one -> insert(table, item.apply(one))).toList();
        // One response for each statement, in the same order.
        List<BatchStatementResponse> responses = dynamoDb.batchExecuteStatement(batch -> batch.statements(statements))
                .responses();
        return IntStream.range(0, some.size())
                .filter(i -> isMade(responses.get(i)))
                .mapToObj(some::get)
                .toList();
    }

    private static BatchStatementRequest insert(String table, Map<String, AttributeValue> item) {
        Map<String, AttributeValue> sorted = new TreeMap<>(item);
        String attributes =
                sorted.keySet().stream().map(name -> "'" + name + "': ?").collect(Collectors.joining(", ", "{", "}"));
        return BatchStatementRequest.builder()
                .statement("INSERT INTO \"" + table + "\" VALUE " + attributes)
                .parameters(sorted.values())
                .build();
    }

    private static boolean isMade(BatchStatementResponse response) {
        BatchStatementError error = response.error();
        if (error == null) {
            return true;
        }
        if (FAULTS.contains(error.code())) {
            throw new IllegalStateException("an insert failed: " + error.codeAsString());
        }
        return false;
    }
}
