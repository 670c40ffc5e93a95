package com.scheduleevents.aws.tables;

import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.error.UnreadableRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A row, read by type. A row that lacks what it must have is an error that names the attribute, never what the row holds.
 */
public final class Row {

    private final String kind;
    private final Map<String, AttributeValue> attributes;

    /**
     * @param kind what the row is of, for messages
     * @param attributes the row as DynamoDB gives it
     */
    public Row(String kind, Map<String, AttributeValue> attributes) {
        this.kind = kind;
        this.attributes = attributes;
    }

    /**
     * Reads a whole row.
     *
     * @param kind what the row is of, for messages
     * @param attributes the row as DynamoDB gives it
     * @throws UnreadableRow whatever it is that the reader cannot make something of
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

    /** Whether the attribute is there. */
    public boolean has(String name) {
        return attributes.containsKey(name);
    }

    /** A text. */
    public String text(String name) {
        return require(name, attribute(name).s());
    }

    /** A text that may be missing. */
    public Optional<String> optionalText(String name) {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    /** A whole number. */
    public long number(String name) {
        return Long.parseLong(require(name, attribute(name).n()));
    }

    /** A whole number that may be missing. */
    public Optional<Long> optionalNumber(String name) {
        return has(name) ? Optional.of(number(name)) : Optional.empty();
    }

    /** A truth value. */
    public boolean flag(String name) {
        return require(name, attribute(name).bool());
    }

    /** Bytes. */
    public byte[] bytes(String name) {
        return require(name, attribute(name).b()).asByteArray();
    }

    /** A time, written in ISO 8601. */
    public Instant time(String name) {
        return Instant.parse(text(name));
    }

    /** A set of texts; missing means empty, because DynamoDB keeps no empty set. */
    public Set<String> textSet(String name) {
        return has(name) ? Set.copyOf(attribute(name).ss()) : Set.of();
    }

    /** A list of texts. */
    public List<String> texts(String name) {
        return list(name).stream().map(element -> require(name, element.s())).toList();
    }

    /** A list of maps. */
    public List<Row> rows(String name) {
        return list(name).stream()
                .map(element -> new Row(kind + "." + name, element.m()))
                .toList();
    }

    /** A map, as it is. */
    public Map<String, AttributeValue> map(String name) {
        AttributeValue value = attribute(name);
        if (!value.hasM()) {
            throw lacks(name);
        }
        return value.m();
    }

    /** A map that may be missing. */
    public Optional<Row> optionalRow(String name) {
        return has(name)
                ? Optional.of(new Row(kind + "." + name, attribute(name).m()))
                : Optional.empty();
    }

    private List<AttributeValue> list(String name) {
        AttributeValue value = attribute(name);
        if (!value.hasL()) {
            throw lacks(name);
        }
        return value.l();
    }

    private AttributeValue attribute(String name) {
        return require(name, attributes.get(name));
    }

    private <T> T require(String name, @Nullable T value) {
        return Optional.ofNullable(value).orElseThrow(() -> lacks(name));
    }

    private UnreadableRow lacks(String name) {
        return new UnreadableRow("a row of " + kind + " lacks " + name + ", or has it as another type");
    }
}
