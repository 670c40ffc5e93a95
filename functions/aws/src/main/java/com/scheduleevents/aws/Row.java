package com.scheduleevents.aws;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A row of a table, read by type. A row that lacks what it must have is a fault of ours: it is named, and never taken for an
 * empty value.
 */
public final class Row {

    private final Map<String, AttributeValue> attributes;

    /**
     * @param attributes as DynamoDB gives them
     */
    public Row(Map<String, AttributeValue> attributes) {
        this.attributes = Map.copyOf(attributes);
    }

    /** An attribute that may be missing or null, which mean the same. */
    public Optional<AttributeValue> optional(String name) {
        return Optional.ofNullable(attributes.get(name)).filter(value -> !Boolean.TRUE.equals(value.nul()));
    }

    /**
     * An attribute that has to be there.
     *
     * @throws IllegalStateException naming it
     */
    public AttributeValue required(String name) {
        return optional(name).orElseThrow(() -> new IllegalStateException("a row lacks its attribute " + name));
    }

    /** A text that has to be there. */
    public String text(String name) {
        return required(name).s();
    }

    /** A text that may be missing. */
    public Optional<String> optionalText(String name) {
        return optional(name).map(AttributeValue::s);
    }

    /** A whole number that has to be there. */
    public long number(String name) {
        return Long.parseLong(required(name).n());
    }

    /** A time, kept as ISO 8601 text. */
    public Instant time(String name) {
        return Instant.parse(text(name));
    }

    /** The rows of a list that has to be there. */
    public List<Row> rows(String name) {
        return required(name).l().stream().map(element -> new Row(element.m())).toList();
    }
}
