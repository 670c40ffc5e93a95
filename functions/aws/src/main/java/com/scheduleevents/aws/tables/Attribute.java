package com.scheduleevents.aws.tables;

import com.scheduleevents.domain.error.UnreadableRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An attribute of the rows of a table: its name, and how its value is written and read. It is declared once and used by writers, readers
 * and expressions.
 *
 * @param writer converts a value to its form in DynamoDB
 * @param reader converts it back; empty when the row has a value of another type
 */
public record Attribute<T>(
        String name, Function<T, AttributeValue> writer, Function<AttributeValue, Optional<T>> reader) {

    /** The time to live of every table that has one: whole seconds since 1970, rounded up so that no row is deleted too early. */
    public static final Attribute<Instant> EXPIRES_AT = number("expires_at")
            .as(Instant::ofEpochSecond, time -> time.getEpochSecond() + (time.getNano() == 0 ? 0 : 1));

    /** A string. */
    public static Attribute<String> text(String name) {
        return new Attribute<>(name, AttributeValue::fromS, value -> Optional.ofNullable(value.s()));
    }

    /** A whole number. */
    public static Attribute<Long> number(String name) {
        return new Attribute<>(
                name, number -> AttributeValue.fromN(number.toString()), value -> Optional.ofNullable(value.n())
                        .map(Long::valueOf));
    }

    /** A whole number in the range of int. */
    public static Attribute<Integer> integer(String name) {
        return number(name).as(Math::toIntExact, Integer::longValue);
    }

    /** A boolean. */
    public static Attribute<Boolean> flag(String name) {
        return new Attribute<>(name, AttributeValue::fromBool, value -> Optional.ofNullable(value.bool()));
    }

    /** A time as text in ISO 8601. */
    public static Attribute<Instant> time(String name) {
        return text(name).as(Instant::parse, Instant::toString);
    }

    /** A time in milliseconds since 1970, so that conditions can compare it. */
    public static Attribute<Instant> millis(String name) {
        return number(name).as(Instant::ofEpochMilli, Instant::toEpochMilli);
    }

    /** A set of strings; a missing one means an empty one, because DynamoDB stores no empty set. */
    public static Attribute<Set<String>> textSet(String name) {
        return new Attribute<>(
                name,
                texts -> AttributeValue.fromSs(List.copyOf(texts)),
                value -> value.hasSs() ? Optional.of(Set.copyOf(value.ss())) : Optional.empty());
    }

    /** A list of strings. */
    public static Attribute<List<String>> texts(String name) {
        return list(text(name));
    }

    /** A list, whose elements are written and read like the given attribute. */
    public static <T> Attribute<List<T>> list(Attribute<T> element) {
        return new Attribute<>(
                element.name,
                values ->
                        AttributeValue.fromL(values.stream().map(element.writer).toList()),
                value -> value.hasL()
                        ? Optional.of(value.l().stream().map(element::read).toList())
                        : Optional.empty());
    }

    /** Strings by name. */
    public static Attribute<Map<String, String>> textMap(String name) {
        Attribute<String> element = text(name);
        return new Attribute<>(
                name,
                texts -> AttributeValue.fromM(converted(texts, element::write)),
                value -> value.hasM() ? Optional.of(converted(value.m(), element::read)) : Optional.empty());
    }

    private static <T, U> Map<String, U> converted(Map<String, T> values, Function<T, U> converter) {
        return values.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, value -> converter.apply(value.getValue())));
    }

    /** A map with attributes of its own. */
    public static <T> Attribute<T> map(String name, Function<T, Item> writer, Function<Row, T> reader) {
        return new Attribute<>(
                name,
                value -> AttributeValue.fromM(writer.apply(value).toMap()),
                value -> value.hasM() ? Optional.of(reader.apply(new Row(name, value.m()))) : Optional.empty());
    }

    /** The same attribute with values of another type. */
    public <U> Attribute<U> as(Function<T, U> to, Function<U, T> from) {
        return new Attribute<>(name, value -> writer.apply(from.apply(value)), value -> reader.apply(value)
                .map(to));
    }

    /** The value in the form of DynamoDB. */
    public AttributeValue write(T value) {
        return writer.apply(value);
    }

    private T read(AttributeValue value) {
        return reader.apply(value).orElseThrow(() -> new UnreadableRow("an element of " + name + " has another type"));
    }

    /** The name, as expressions contain it. */
    @Override
    public String toString() {
        return name;
    }
}
