package com.scheduleevents.cloud.dynamodb;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * The schema of a table.
 *
 * @param name its name
 * @param keys its keys
 * @param indexes its indexes
 * @param stream what its stream shows, if it has one
 */
record TableSchema(String name, KeySchema keys, List<IndexSchema> indexes, Optional<StreamViewType> stream) {

    static TableSchema of(CreateTableRequest request) {
        if (request.billingMode() != BillingMode.PAY_PER_REQUEST) {
            throw new UnsupportedOperationException("only tables that are paid per request are simulated");
        }
        KeySchema keys = KeySchema.of(request.keySchema(), request.attributeDefinitions());
        List<IndexSchema> indexes = new ArrayList<>();
        for (GlobalSecondaryIndex index : request.globalSecondaryIndexes()) {
            KeySchema own = KeySchema.of(index.keySchema(), request.attributeDefinitions());
            indexes.add(IndexSchema.of(index.indexName(), own, keys, index.projection(), true));
        }
        for (LocalSecondaryIndex index : request.localSecondaryIndexes()) {
            KeySchema own = KeySchema.of(index.keySchema(), request.attributeDefinitions());
            if (!own.partition().equals(keys.partition())) {
                throw DynamoDbErrors.validation("Index KeySchema does not have the same hash key as table schema");
            }
            indexes.add(IndexSchema.of(index.indexName(), own, keys, index.projection(), false));
        }
        Optional<StreamViewType> stream = Optional.ofNullable(request.streamSpecification())
                .filter(specification -> Boolean.TRUE.equals(specification.streamEnabled()))
                .map(specification -> specification.streamViewType());
        return new TableSchema(request.tableName(), keys, List.copyOf(indexes), stream);
    }

    IndexSchema index(String wanted) {
        return indexes.stream()
                .filter(index -> index.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> DynamoDbErrors.validation("The table does not have the specified index: " + wanted));
    }

    /**
     * How an index is made up.
     *
     * @param global whether it has partitions of its own, and lags behind the table
     * @param attributes which attributes it holds; empty: all
     */
    record IndexSchema(String name, KeySchema keys, boolean global, Optional<List<String>> attributes) {

        private static IndexSchema of(
                String name, KeySchema own, KeySchema table, Projection projection, boolean global) {
            if (projection.projectionType() == ProjectionType.ALL) {
                return new IndexSchema(name, own, global, Optional.empty());
            }
            if (!global) {
                throw new UnsupportedOperationException(
                        "a local index that does not hold all attributes is not simulated");
            }
            List<String> attributes = new ArrayList<>(own.names());
            attributes.addAll(table.names());
            attributes.addAll(projection.nonKeyAttributes());
            return new IndexSchema(name, own, true, Optional.of(List.copyOf(attributes)));
        }
    }
}
