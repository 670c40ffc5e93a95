package com.scheduleevents.domain.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.Schema;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.time.Timestamps;
import java.util.Comparator;
import java.util.List;

/** An event type: its JSON Schema, and the parser of its schedule changes. */
public final class EventType {

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

    /** The type's name. */
    public String name() {
        return name;
    }

    /** A copy of the JSON Schema, with its description and examples. */
    public ObjectNode schema() {
        return document.deepCopy();
    }

    /**
     * Parses a schedule change of this type.
     *
     * @throws ApiException 400, naming the first invalid field in the order of the schema
     */
    EventDraft read(ObjectNode sent) {
        draftSchema.validate(sent).stream()
                .map(error -> FieldError.of(error, fieldSchemas()))
                .min(Comparator.comparingInt(this::rank))
                .ifPresent(fault -> {
                    throw fault.asException();
                });
        ObjectNode draft = sent.objectNode();
        fields.stream().filter(sent::has).forEach(field -> draft.set(field, normalised(field, sent.get(field))));
        return new EventDraft(name, new ClinicId(draft.get("clinic_id").asText()), draft);
    }

    private JsonNode fieldSchemas() {
        return document.path("properties");
    }

    private int rank(FieldError fault) {
        int place = fields.indexOf(fault.field());
        return place < 0 ? fields.size() : place;
    }

    /** One form for equal values: timestamps in UTC, integers without decimals (JSON Schema accepts 30.0 as an integer). */
    private JsonNode normalised(String field, JsonNode value) {
        JsonNode schema = fieldSchemas().path(field);
        if ("date-time".equals(schema.path("format").asText())) {
            return Timestamps.parse(value.asText())
                    .map(instant -> TextNode.valueOf(Timestamps.format(instant)))
                    .orElseThrow(() ->
                            FieldError.notA(field, Timestamps.EXPECTED, value).asException());
        }
        return value.isFloatingPointNumber() ? LongNode.valueOf(value.longValue()) : value;
    }
}
