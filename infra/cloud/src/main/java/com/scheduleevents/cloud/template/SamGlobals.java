package com.scheduleevents.cloud.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** SAM's rule for Globals: objects are merged, lists joined, anything else is overridden by the resource's own. */
final class SamGlobals {

    private SamGlobals() {}

    static JsonNode merged(JsonNode global, JsonNode own) {
        if (own.isMissingNode()) {
            return global;
        }
        if (global instanceof ObjectNode defaults && own instanceof ObjectNode) {
            ObjectNode merged = defaults.deepCopy();
            own.properties()
                    .forEach(entry ->
                            merged.set(entry.getKey(), merged(defaults.path(entry.getKey()), entry.getValue())));
            return merged;
        }
        if (global instanceof ArrayNode defaults && own instanceof ArrayNode more) {
            return defaults.deepCopy().addAll(more);
        }
        return own;
    }
}
