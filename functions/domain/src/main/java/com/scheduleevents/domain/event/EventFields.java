package com.scheduleevents.domain.event;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The fields of an event, parsed when the first filter asks for one, and once for all filters. It is for one thread. */
public final class EventFields {

    private final String json;
    private @Nullable JsonNode parsed;

    /** @param json the event, which is not parsed yet */
    public EventFields(String json) {
        this.json = json;
    }

    /**
     * The value of a field, as JSON; empty when the event does not have it.
     *
     * @throws IllegalArgumentException when the event is not JSON
     */
    String value(String field) {
        return parsed().path(field).toString();
    }

    /**
     * The appointment in whose order the event is: for an offer, the cancelled one whose time is offered. Empty for what is not about an
     * appointment.
     *
     * @throws IllegalArgumentException when the event is not JSON
     */
    public Optional<String> appointment() {
        return appointment(parsed());
    }

    static Optional<String> appointment(JsonNode fields) {
        return Stream.of("cancelled_appointment_id", "appointment_id")
                .flatMap(name -> Optional.ofNullable(fields.path(name).textValue()).stream())
                .findFirst();
    }

    private JsonNode parsed() {
        JsonNode known = parsed;
        if (known == null) {
            known = EventFilter.read(json);
            parsed = known;
        }
        return known;
    }
}
