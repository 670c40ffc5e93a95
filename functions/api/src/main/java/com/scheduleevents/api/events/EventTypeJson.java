package com.scheduleevents.api.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.event.EventType;
import com.scheduleevents.domain.event.EventTypeRegistry;
import java.util.List;

/**
 * An event type as the API shows it.
 *
 * @param operational whether its events are about webhooks and not recorded
 * @param schema the JSON Schema of its events, without the example
 * @param example an event of this type
 */
record EventTypeJson(String name, boolean operational, String description, JsonNode schema, JsonNode example) {

    /** All types in the order of their names. */
    static List<EventTypeJson> all(EventTypeRegistry recorded, EventTypeRegistry operational) {
        return recorded.and(operational).types().stream()
                .map(type -> of(type, operational.has(type.name())))
                .toList();
    }

    private static EventTypeJson of(EventType type, boolean operational) {
        ObjectNode schema = type.schema();
        JsonNode example = schema.path("examples").path(0);
        schema.remove("examples");
        return new EventTypeJson(
                type.name(), operational, schema.path("description").asText(), schema, example);
    }
}
