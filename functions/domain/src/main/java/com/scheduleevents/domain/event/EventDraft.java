package com.scheduleevents.domain.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.id.Sha256;
import com.scheduleevents.domain.time.Timestamps;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A valid schedule change that is not recorded yet. Its fields are in the order of the schema and its timestamps are in UTC, so that
 * requests with the same content give equal drafts.
 */
public final class EventDraft {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The field that names the event which this one corrects. */
    static final String CORRECTS = "corrects";

    private final String type;
    private final ObjectNode fields;

    /** @param fields an object that nobody else changes */
    EventDraft(String type, ObjectNode fields) {
        this.type = type;
        this.fields = fields;
    }

    /** The event's type. */
    public String type() {
        return type;
    }

    /** The clinic that the schedule change belongs to. An operational event belongs to none. */
    public ClinicId clinic() {
        return new ClinicId(fields.get("clinic_id").asText());
    }

    /** The clinics of the webhook that an operational event is about, if it names some. */
    public Set<ClinicId> clinics() {
        return fields.path("clinic_ids")
                .valueStream()
                .map(id -> new ClinicId(id.asText()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The id of the event that the schedule change corrects, as it was sent. */
    Optional<String> corrects() {
        return Optional.ofNullable(fields.get(CORRECTS)).map(JsonNode::asText);
    }

    /** The appointment in whose order the event will be, if it is about one. */
    Optional<String> appointment() {
        return EventFields.appointment(fields);
    }

    /** The value of a field; missing when the draft does not have it. */
    JsonNode field(String name) {
        return fields.path(name);
    }

    /** The event with this id: always the same bytes for the same id. */
    public Event as(EventId id) {
        return new Event(id, type, clinic(), json(id));
    }

    /** The JSON of the event with this id. */
    public String json(EventId id) {
        ObjectNode event = JSON.createObjectNode().put("id", id.value());
        event.setAll(fields);
        event.put("created_at", Timestamps.formatMillis(id.mintedAt()));
        return write(event);
    }

    /** A hash of the content, in hexadecimal. */
    public String fingerprint() {
        return Sha256.hex(write(fields));
    }

    private static String write(ObjectNode object) {
        try {
            return JSON.writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an object of plain values can be written as JSON", e);
        }
    }
}
