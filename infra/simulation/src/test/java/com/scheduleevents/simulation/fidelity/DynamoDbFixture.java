package com.scheduleevents.simulation.fidelity;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A table to try things with, and short ways to name values. */
final class DynamoDbFixture {

    private static final AtomicInteger TABLES = new AtomicInteger();

    private DynamoDbFixture() {}

    /** A table of its own: key p and s, a local index by l, a global one of keys by g and n. */
    static String table(DynamoDbClient client) {
        String name = "table-" + TABLES.incrementAndGet();
        client.createTable(table -> table.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        attribute("p", ScalarAttributeType.S),
                        attribute("s", ScalarAttributeType.S),
                        attribute("l", ScalarAttributeType.S),
                        attribute("g", ScalarAttributeType.S),
                        attribute("n", ScalarAttributeType.N))
                .keySchema(key("p", KeyType.HASH), key("s", KeyType.RANGE))
                .localSecondaryIndexes(LocalSecondaryIndex.builder()
                        .indexName("local-index")
                        .keySchema(key("p", KeyType.HASH), key("l", KeyType.RANGE))
                        .projection(all())
                        .build())
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName("global-index")
                        .keySchema(key("g", KeyType.HASH), key("n", KeyType.RANGE))
                        .projection(Projection.builder()
                                .projectionType(ProjectionType.KEYS_ONLY)
                                .build())
                        .build()));
        return name;
    }

    private static Projection all() {
        return Projection.builder().projectionType(ProjectionType.ALL).build();
    }

    private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    static AttributeValue n(String number) {
        return AttributeValue.fromN(number);
    }

    static AttributeValue ss(String... texts) {
        return AttributeValue.fromSs(List.of(texts));
    }

    static Map<String, AttributeValue> key(String sort) {
        return Map.of("p", s("p"), "s", s(sort));
    }

    static Map<String, AttributeValue> item(String sort, Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> item = new TreeMap<>(attributes);
        item.putAll(key(sort));
        return item;
    }

    /** What the call fails with, or "ok". */
    static String code(Runnable call) {
        try {
            call.run();
            return "ok";
        } catch (AwsServiceException e) {
            return e.awsErrorDetails().errorCode();
        }
    }
}
