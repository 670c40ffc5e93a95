package com.scheduleevents.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads template.yaml as written, for properties that the embedded cloud ignores. */
final class DeclaredTemplate {

    static final Path FILE = Path.of("..", "..", "template.yaml");

    private final JsonNode root;

    DeclaredTemplate() throws IOException {
        root = Template.declared(FILE);
    }

    /** The resources of a type, each whole, by logical id. */
    SortedMap<String, JsonNode> resources(String type) {
        SortedMap<String, JsonNode> found = new TreeMap<>();
        for (Map.Entry<String, JsonNode> resource : root.path("Resources").properties()) {
            if (resource.getValue().path("Type").asText().equals(type)) {
                found.put(resource.getKey(), resource.getValue());
            }
        }
        return found;
    }

    /** A part of it, by JSON pointer. */
    JsonNode at(String pointer) {
        return root.at(pointer);
    }
}
