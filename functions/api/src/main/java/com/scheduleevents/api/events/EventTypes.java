package com.scheduleevents.api.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.event.EventType;
import com.scheduleevents.domain.event.EventTypeRegistry;

/** The catalogue as the API shows it: a page of all types, each with the schema that its events are checked against. */
final class EventTypes {

    private static final ObjectMapper JSON = new ObjectMapper();

    private EventTypes() {}

    static String json(EventTypeRegistry catalogue) {
        ObjectNode page = JSON.createObjectNode();
        ArrayNode data = page.putArray("data");
        catalogue.types().stream().map(EventTypes::shown).forEach(data::add);
        return page.put("has_more", false).putNull("next_cursor").toString();
    }

    /** The example stands beside the schema rather than in it: it is what most people come for. */
    private static ObjectNode shown(EventType type) {
        ObjectNode schema = type.schema();
        JsonNode example = schema.path("examples").path(0);
        schema.remove("examples");
        ObjectNode shown = JSON.createObjectNode()
                .put("name", type.name())
                .put("description", schema.path("description").asText());
        shown.set("schema", schema);
        shown.set("example", example);
        return shown;
    }
}
