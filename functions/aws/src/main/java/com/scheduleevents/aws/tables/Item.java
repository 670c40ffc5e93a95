package com.scheduleevents.aws.tables;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Builds a row, or a part of one. */
public final class Item {

    private final Map<String, AttributeValue> attributes = new HashMap<>();

    /** Sets an attribute. */
    public <T> Item with(Attribute<T> attribute, T value) {
        attributes.put(attribute.name(), attribute.write(value));
        return this;
    }

    /** Sets an attribute, if there is a value. */
    public <T> Item with(Attribute<T> attribute, Optional<T> value) {
        value.ifPresent(present -> with(attribute, present));
        return this;
    }

    /** Sets the attributes of another item. */
    public Item with(Item other) {
        attributes.putAll(other.attributes);
        return this;
    }

    /** The row as DynamoDB takes it. */
    public Map<String, AttributeValue> toMap() {
        return Map.copyOf(attributes);
    }
}
