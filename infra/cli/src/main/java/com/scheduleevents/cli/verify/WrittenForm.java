package com.scheduleevents.cli.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.scheduleevents.cli.catalogue.KnownTypes;
import com.scheduleevents.cli.catalogue.KnownTypes.Field;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * An event in the form in which the service writes its JSON: the fields of its type in their order, {@code id} first and
 * {@code created_at} last, numbers as integers, and times in UTC, without decimals that are zero, but {@code created_at} to the
 * millisecond. What programs add to an event or drop from it, and how they write it again, shows as a difference.
 */
final class WrittenForm {

    private static final String ID = "id";
    private static final String TYPE = "type";
    private static final String SINCE = "since";
    private static final String CREATED = "created_at";
    private static final String CLINIC = "clinic_id";

    /** The fields of an event in a thin delivery. */
    private static final List<String> THIN = List.of(ID, TYPE, CLINIC, CREATED);

    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX");

    private final ObjectNode event;
    private final Optional<List<String>> known;

    /** @param event as it was received */
    WrittenForm(JsonNode event) {
        this.event = (ObjectNode) event;
        this.known = new KnownTypes()
                .fieldsOf(event.path(TYPE).asText())
                .map(fields -> fields.stream()
                        .filter(field -> !field.isOptional() || event.has(field.name()))
                        .map(Field::name)
                        .toList())
                .map(fields -> fields.contains(CLINIC) && isThin() ? THIN : fields);
    }

    private boolean isThin() {
        return event.propertyStream().allMatch(field -> THIN.contains(field.getKey()));
    }

    /** What a thin delivery of the event would have been; empty when the event has not all of its fields. */
    Optional<String> thin() {
        ObjectNode written = JsonNodeFactory.instance.objectNode();
        THIN.stream().filter(event::has).forEach(field -> written.set(field, value(field)));
        return Optional.of(written).filter(thin -> thin.size() == THIN.size()).map(ObjectNode::toString);
    }

    /** The event as the service would have written it. Fields that it lacks are null. */
    String text() {
        ObjectNode written = JsonNodeFactory.instance.objectNode();
        fields().forEach(field -> written.set(field, value(field)));
        return written.toString();
    }

    /** How it differs from that form, each in a sentence; none if it looks as it was sent. */
    List<String> differences() {
        List<String> differences = new ArrayList<>();
        List<String> received =
                new ArrayList<>(event.propertyStream().map(Map.Entry::getKey).toList());
        SequencedSet<String> fields = fields();
        List<String> added =
                received.stream().filter(field -> !fields.contains(field)).toList();
        List<String> lacking =
                fields.stream().filter(field -> !event.has(field)).toList();
        if (!added.isEmpty()) {
            differences.add("It has " + named(added) + ", which events of its type do not have.");
        }
        if (!lacking.isEmpty()) {
            differences.add("It lacks " + named(lacking) + ".");
        }
        received.removeAll(added);
        if (!received.equals(fields.stream().filter(event::has).toList())) {
            differences.add("Its fields are in another order.");
        }
        rewritten()
                .forEach((field, value) -> differences.add(
                        "Its " + field + " is written as " + event.get(field) + ", and not as " + value + "."));
        return differences;
    }

    /** Those of its type, of optional ones those that it has; where that is not known, its own with the three that every event has. */
    private SequencedSet<String> fields() {
        return new LinkedHashSet<>(known.orElseGet(() -> {
            List<String> own = new ArrayList<>(List.of(ID, TYPE));
            event.propertyStream()
                    .map(Map.Entry::getKey)
                    .filter(field -> !List.of(ID, TYPE, CREATED).contains(field))
                    .forEach(own::add);
            own.add(CREATED);
            return own;
        }));
    }

    private Map<String, JsonNode> rewritten() {
        Map<String, JsonNode> rewritten = new LinkedHashMap<>();
        fields().stream().filter(event::has).forEach(field -> {
            JsonNode value = value(field);
            if (!value.toString().equals(event.get(field).toString())) {
                rewritten.put(field, value);
            }
        });
        return rewritten;
    }

    private JsonNode value(String field) {
        JsonNode value = event.path(field);
        if (value.isMissingNode()) {
            return JsonNodeFactory.instance.nullNode();
        }
        if (value.isBigDecimal()) {
            return value.decimalValue().stripTrailingZeros().scale() <= 0
                    ? BigIntegerNode.valueOf(value.decimalValue().toBigInteger())
                    : value;
        }
        return value.isTextual() && isTime(field) ? time(field, value) : value;
    }

    private static boolean isTime(String field) {
        return field.equals(SINCE) || field.endsWith("_at") || field.endsWith("_since");
    }

    private static JsonNode time(String field, JsonNode value) {
        try {
            OffsetDateTime time = OffsetDateTime.parse(value.textValue()).withOffsetSameInstant(ZoneOffset.UTC);
            return TextNode.valueOf(
                    field.equals(CREATED) ? MILLIS.format(time) : DateTimeFormatter.ISO_INSTANT.format(time));
        } catch (DateTimeException noTime) {
            return value;
        }
    }

    private static String named(List<String> fields) {
        return (fields.size() == 1 ? "the field " : "the fields ") + String.join(", ", fields);
    }
}
