package com.scheduleevents.cloud.dynamodb;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;

/**
 * The keys of a table or an index.
 *
 * @param partition the partition key's name
 * @param sort the sort key's name, if it has one
 * @param types the types of both, by name
 */
record KeySchema(String partition, Optional<String> sort, Map<String, AttributeValue.Type> types) {

    /** DynamoDB Developer Guide, "Quotas": how long keys may be. */
    private static final int LONGEST_PARTITION_KEY = 2048;

    private static final int LONGEST_SORT_KEY = 1024;

    static KeySchema of(List<KeySchemaElement> elements, List<AttributeDefinition> definitions) {
        Map<String, AttributeValue.Type> types = new TreeMap<>();
        for (KeySchemaElement element : elements) {
            AttributeDefinition definition = definitions.stream()
                    .filter(one -> one.attributeName().equals(element.attributeName()))
                    .findFirst()
                    .orElseThrow(() -> DynamoDbErrors.validation("Some AttributeDefinitions are missing: " + element));
            types.put(element.attributeName(), AttributeValue.Type.valueOf(definition.attributeTypeAsString()));
        }
        return new KeySchema(
                named(elements, KeyType.HASH)
                        .orElseThrow(() -> DynamoDbErrors.validation("No Hash Key specified in schema")),
                named(elements, KeyType.RANGE),
                Collections.unmodifiableMap(types));
    }

    private static Optional<String> named(List<KeySchemaElement> elements, KeyType type) {
        return elements.stream()
                .filter(element -> element.keyType() == type)
                .map(KeySchemaElement::attributeName)
                .findFirst();
    }

    List<String> names() {
        List<String> names = new ArrayList<>();
        names.add(partition);
        sort.ifPresent(names::add);
        return names;
    }

    /** The key of an item that has to have one. */
    KeyTuple requiredIn(Map<String, AttributeValue> item) {
        List<AttributeValue> parts = new ArrayList<>();
        for (String name : names()) {
            AttributeValue value = item.get(name);
            if (value == null) {
                throw DynamoDbErrors.validation(
                        "One or more parameter values were invalid: Missing the key " + name + " in the item");
            }
            requireValid(name, value);
            parts.add(value);
        }
        return KeyTuple.of(parts);
    }

    /** The key of an item of an index, which holds those items alone that have one. */
    Optional<List<AttributeValue>> partsIn(Map<String, AttributeValue> item) {
        List<AttributeValue> parts = new ArrayList<>();
        for (String name : names()) {
            AttributeValue value = item.get(name);
            if (value == null) {
                return Optional.empty();
            }
            requireValid(name, value);
            parts.add(value);
        }
        return Optional.of(parts);
    }

    /** The key that a request names, which consists of nothing else. */
    KeyTuple exactly(Map<String, AttributeValue> key) {
        if (key.size() != names().size()) {
            throw DynamoDbErrors.validation("The provided key element does not match the schema");
        }
        for (String name : names()) {
            AttributeValue value = key.get(name);
            if (value == null || value.type() != types.get(name)) {
                throw DynamoDbErrors.validation("The provided key element does not match the schema");
            }
        }
        return requiredIn(key);
    }

    SortedMap<String, AttributeValue> of(Map<String, AttributeValue> item) {
        SortedMap<String, AttributeValue> key = new TreeMap<>(item);
        key.keySet().retainAll(names());
        return Collections.unmodifiableSortedMap(key);
    }

    void requireValid(String name, AttributeValue value) {
        if (value.type() != types.get(name)) {
            throw DynamoDbErrors.validation("One or more parameter values were invalid: Type mismatch for key " + name
                    + " expected: " + types.get(name) + " actual: " + value.type());
        }
        long length = ItemSize.of(value);
        if (length == 0 && value.type() != AttributeValue.Type.N) {
            throw DynamoDbErrors.validation(
                    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain"
                            + " an empty value. Key: " + name);
        }
        if (length > (name.equals(partition) ? LONGEST_PARTITION_KEY : LONGEST_SORT_KEY)) {
            throw DynamoDbErrors.validation(
                    "One or more parameter values were invalid: Size of the key " + name + " has exceeded the limit");
        }
    }
}
