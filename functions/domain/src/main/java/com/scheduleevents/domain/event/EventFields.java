package com.scheduleevents.domain.event;

import com.fasterxml.jackson.databind.JsonNode;
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
        JsonNode known = parsed;
        if (known == null) {
            known = EventFilter.read(json);
            parsed = known;
        }
        return known.path(field).toString();
    }
}
