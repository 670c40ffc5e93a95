package com.scheduleevents.api.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.event.EventType;

/**
 * An event type as the API shows it.
 *
 * @param schema the JSON Schema that its events are validated against, without the example
 * @param example an event of this type
 */
record EventTypeJson(String name, String description, JsonNode schema, JsonNode example) {

    static EventTypeJson of(EventType type) {
        ObjectNode schema = type.schema();
        JsonNode example = schema.path("examples").path(0);
        schema.remove("examples");
        return new EventTypeJson(type.name(), schema.path("description").asText(), schema, example);
    }
}
