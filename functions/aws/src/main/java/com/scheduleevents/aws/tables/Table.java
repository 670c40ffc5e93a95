package com.scheduleevents.aws.tables;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * A table: the reads that all stores make in the same way, strongly consistent unless stated otherwise.
 *
 * @param dynamoDb the client
 * @param name the name of the table
 */
public record Table(DynamoDbClient dynamoDb, String name) {

    /** Finds a row. */
    public Optional<Map<String, AttributeValue>> find(Map<String, AttributeValue> key) {
        return Optional.of(dynamoDb.getItem(get -> get.tableName(name).key(key).consistentRead(true))
                        .item())
                .filter(item -> !item.isEmpty());
    }

    /**
     * Finds the rows that exist, in no order.
     *
     * @param keys at most 100
     */
    public Stream<Map<String, AttributeValue>> findAll(
            Collection<Map<String, AttributeValue>> keys, boolean consistent) {
        if (keys.isEmpty()) {
            return Stream.of();
        }
        KeysAndAttributes wanted = KeysAndAttributes.builder()
                .keys(keys)
                .consistentRead(consistent)
                .build();
        // The paginator repeats the request for what DynamoDB left out.
        return dynamoDb.batchGetItemPaginator(get -> get.requestItems(Map.of(name, wanted))).stream()
                .flatMap(part -> part.responses().getOrDefault(name, List.of()).stream());
    }

    /** A query of one partition. */
    public QueryRequest.Builder partition(Attribute<?> partition, AttributeValue value) {
        return QueryRequest.builder()
                .tableName(name)
                .keyConditionExpression(partition + " = :partition")
                .expressionAttributeValues(Map.of(":partition", value))
                .consistentRead(true);
    }

    /** A query of the rows of a range of events in one partition. */
    public QueryRequest.Builder events(
            Attribute<?> partition, AttributeValue value, Attribute<EventId> event, EventRange range) {
        return partition(partition, value)
                .keyConditionExpression(partition + " = :partition AND " + event + " BETWEEN :oldest AND :newest")
                .expressionAttributeValues(Map.of(
                        ":partition", value,
                        ":oldest", event.write(range.oldest()),
                        ":newest", event.write(range.newest())));
    }

    /** The rows of a query, read as they are consumed. */
    public Stream<Map<String, AttributeValue>> read(QueryRequest.Builder query) {
        return dynamoDb.queryPaginator(query.build()).items().stream();
    }

    /** The number of rows of a query. */
    public int count(QueryRequest.Builder query) {
        return dynamoDb.queryPaginator(query.select(Select.COUNT).build()).stream()
                .mapToInt(QueryResponse::count)
                .sum();
    }
}
