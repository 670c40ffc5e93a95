package com.scheduleevents.cli.operations;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.terminal.InvalidArguments;
import java.util.Map;
import java.util.Optional;

/** Reads the values of {@code --set field=value}. */
public final class FieldValues {

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private FieldValues() {}

    /** Sets fields to JSON; a value that is not JSON is text. */
    static void set(ObjectNode object, Map<?, ?> values) {
        values.forEach((field, text) -> object.set(
                field.toString(),
                json(text.toString()).orElseGet(() -> JsonNodeFactory.instance.textNode(text.toString()))));
    }

    /**
     * Reads an object, or null, which removes one.
     *
     * @throws InvalidArguments when it is something else
     */
    static JsonNode object(String option, String text) {
        return json(text)
                .filter(value -> value.isObject() || value.isNull())
                .orElseThrow(
                        () -> new InvalidArguments(option + " takes a JSON object, or null; '" + text + "' is none."));
    }

    /**
     * Sets fields to values of the same kind as in an example, so that text need not be quoted.
     *
     * @throws InvalidArguments when a number or a boolean is needed and the value is something else
     */
    public static void setLike(JsonNode example, ObjectNode object, Map<String, String> values) {
        values.forEach((field, text) -> object.set(field, like(field, example.path(field), text)));
    }

    private static JsonNode like(String field, JsonNode example, String text) {
        JsonNode asText = JsonNodeFactory.instance.textNode(text);
        if (example.isTextual()) {
            return asText;
        }
        Optional<JsonNode> json = json(text);
        boolean scalar = example.isNumber() || example.isBoolean();
        if (scalar
                && json.filter(value -> value.getNodeType() == example.getNodeType())
                        .isEmpty()) {
            throw new InvalidArguments(
                    field + " is a " + (example.isNumber() ? "number" : "boolean") + ", such as " + example + ".");
        }
        return json.orElse(asText);
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(JSON.readTree(text)).filter(value -> !value.isMissingNode());
        } catch (JsonProcessingException notJson) {
            return Optional.empty();
        }
    }
}
