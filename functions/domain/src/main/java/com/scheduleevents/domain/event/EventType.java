package com.scheduleevents.domain.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.Schema;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.time.Timestamps;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** An event type: its JSON Schema, and the parser of its schedule changes. */
public final class EventType {

    /** Fields that a webhook selects by {@code types} and {@code clinic_ids}, and one that has another value in each event. */
    private static final Set<String> UNFILTERABLE = Set.of("type", "clinic_id", EventDraft.CORRECTS);

    private final String name;
    private final ObjectNode document;
    private final Schema draftSchema;
    private final List<String> fields;

    /**
     * @param document the JSON Schema of the whole event
     * @param draftSchema the same without the fields that the service sets
     * @param fields the fields of a draft, in the order in which they are written
     */
    EventType(String name, ObjectNode document, Schema draftSchema, List<String> fields) {
        this.name = name;
        this.document = document;
        this.draftSchema = draftSchema;
        this.fields = List.copyOf(fields);
    }

    /** The group of a type, such as {@code appointment.*}: all types, also future ones, whose names begin alike. */
    public static String group(String name) {
        return name.substring(0, name.indexOf('.') + 1) + "*";
    }

    /** The type's name. */
    public String name() {
        return name;
    }

    /** The fields that a producer sends. */
    List<String> fields() {
        return fields;
    }

    /** A copy of the JSON Schema, with its description and examples. */
    public ObjectNode schema() {
        return document.deepCopy();
    }

    /**
     * Parses a schedule change of this type.
     *
     * @throws ApiException MISSING_FIELD, UNKNOWN_FIELD or INVALID_FIELD, naming the invalid fields in the order of the schema
     */
    EventDraft read(ObjectNode sent) {
        Map<String, Optional<Instant>> times = times(sent);
        Map<String, ApiException> faults = new LinkedHashMap<>();
        Stream.concat(
                        draftSchema.validate(sent).stream().map(error -> FieldError.of(error, document)),
                        malformed(times, sent))
                .sorted(Comparator.comparingInt(this::rank))
                .forEach(fault -> faults.putIfAbsent(fault.field(), fault.asException()));
        if (!faults.isEmpty()) {
            throw ApiException.ofAll(List.copyOf(faults.values()));
        }
        ObjectNode draft = sent.objectNode();
        fields.stream()
                .filter(sent::has)
                .forEach(field ->
                        draft.set(field, normalised(sent.get(field), times.getOrDefault(field, Optional.empty()))));
        return new EventDraft(name, draft);
    }

    /**
     * The example of this type as a producer would send it, with some fields replaced.
     *
     * @throws ApiException UNKNOWN_FIELD or INVALID_FIELD, naming the first field that this type does not have, or whose value is not valid
     */
    EventDraft example(ObjectNode replaced) {
        ObjectNode sent = document.withArray("examples").get(0).deepCopy();
        sent.retain(fields);
        sent.setAll(replaced);
        return read(sent);
    }

    /** Whether a filter can name the field: it has one value in each event, and the webhook has no other setting for it. */
    boolean isFilterable(String field) {
        return fields.contains(field)
                && !UNFILTERABLE.contains(field)
                && isScalar(fieldSchemas().path(field));
    }

    /**
     * A value in the form in which events of this type have it, as JSON.
     *
     * @throws ApiException UNKNOWN_FIELD or INVALID_FIELD, naming the field, when no event of this type can have the value
     */
    String filterValue(String field, JsonNode value) {
        return example(document.objectNode().set(field, value)).field(field).toString();
    }

    private static boolean isScalar(JsonNode schema) {
        return Set.of("string", "integer", "number", "boolean")
                .contains(schema.path("type").asText());
    }

    private JsonNode fieldSchemas() {
        return document.path("properties");
    }

    /** The texts that have to be times; empty where they are none. The validator knows the types of values, and no formats of text. */
    private Map<String, Optional<Instant>> times(ObjectNode sent) {
        Map<String, Optional<Instant>> times = new HashMap<>();
        for (String field : fields) {
            JsonNode value = sent.path(field);
            if (value.isTextual() && isTime(field)) {
                times.put(field, Timestamps.parse(value.textValue()));
            }
        }
        return times;
    }

    private static Stream<FieldError> malformed(Map<String, Optional<Instant>> times, ObjectNode sent) {
        return times.entrySet().stream()
                .filter(time -> time.getValue().isEmpty())
                .map(time -> FieldError.notA(time.getKey(), Timestamps.EXPECTED, sent.path(time.getKey())));
    }

    private boolean isTime(String field) {
        return "date-time".equals(fieldSchemas().path(field).path("format").asText());
    }

    private int rank(FieldError fault) {
        int place = fields.indexOf(fault.field());
        return place < 0 ? fields.size() : place;
    }

    /** One form for equal values: timestamps in UTC, integers without decimals (JSON Schema accepts 30.0 as an integer). */
    private static JsonNode normalised(JsonNode value, Optional<Instant> time) {
        if (time.isPresent()) {
            return TextNode.valueOf(Timestamps.format(time.get()));
        }
        return value.isFloatingPointNumber() ? LongNode.valueOf(value.longValue()) : value;
    }
}
