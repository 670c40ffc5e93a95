package com.scheduleevents.aws.tables;

import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.error.UnreadableRow;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A row, or a part of one. When an attribute is missing, the error names it, and never quotes the row. */
public final class Row {

    private final String kind;
    private final Map<String, AttributeValue> attributes;

    /**
     * @param kind the kind of row, for messages
     * @param attributes the row as DynamoDB returns it
     */
    public Row(String kind, Map<String, AttributeValue> attributes) {
        this.kind = kind;
        this.attributes = attributes;
    }

    /**
     * Reads a whole row.
     *
     * @throws UnreadableRow when the reader throws any exception
     */
    public static <T> T read(String kind, Map<String, AttributeValue> attributes, Function<Row, T> reader) {
        try {
            return reader.apply(new Row(kind, attributes));
        } catch (UnreadableRow e) {
            throw e;
        } catch (RuntimeException e) {
            throw new UnreadableRow("a row of " + kind + " cannot be read: " + ExceptionSummary.of(e), e);
        }
    }

    /**
     * A required attribute.
     *
     * @throws UnreadableRow when it is missing, or has another type
     */
    public <T> T get(Attribute<T> attribute) {
        return Optional.ofNullable(attributes.get(attribute.name()))
                .flatMap(attribute.reader())
                .orElseThrow(() -> new UnreadableRow(
                        "a row of " + kind + " lacks " + attribute.name() + ", or has it as another type"));
    }

    /** An optional attribute. */
    public <T> Optional<T> find(Attribute<T> attribute) {
        return has(attribute.name()) ? Optional.of(get(attribute)) : Optional.empty();
    }

    /** Whether the attribute is present. */
    public boolean has(String name) {
        return attributes.containsKey(name);
    }

    /** A required string. */
    public String text(String name) {
        return get(Attribute.text(name));
    }

    /** An optional string. */
    public Optional<String> optionalText(String name) {
        return find(Attribute.text(name));
    }

    /** A required whole number. */
    public long number(String name) {
        return get(Attribute.number(name));
    }

    /** An optional whole number. */
    public Optional<Long> optionalNumber(String name) {
        return find(Attribute.number(name));
    }

    /** A set of strings; empty when it is missing. */
    public Set<String> textSet(String name) {
        return find(Attribute.textSet(name)).orElse(Set.of());
    }
}
