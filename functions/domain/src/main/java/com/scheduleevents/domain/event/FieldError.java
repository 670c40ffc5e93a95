package com.scheduleevents.domain.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.time.Timestamps;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The error of one field of a schedule change: missing, unknown or invalid, and what is allowed. */
record FieldError(ErrorCode code, String field, String message) {

    private static final Set<String> MINTED = Set.of("id", "created_at");

    /** Where a schema has the fields of which at least one is needed. */
    private static final String ALTERNATIVES = "/anyOf/";

    /** How the pattern of an id goes on after its prefix. */
    private static final String ID = "[A-Za-z0-9_-]{1,64}$";

    /**
     * Translates an error of the JSON Schema validator.
     *
     * @param schema that of the event type
     */
    static FieldError of(Error error, JsonNode schema) {
        JsonNode fieldSchemas = schema.path("properties");
        return switch (error.getKeyword()) {
            case "required" ->
                error.getEvaluationPath().toString().contains(ALTERNATIVES)
                        ? missingAll(alternatives(schema))
                        : missing(error.getProperty(), fieldSchemas.path(error.getProperty()));
            case "additionalProperties" -> unknown(error.getProperty(), fieldSchemas);
            default -> invalid(error, fieldSchemas);
        };
    }

    /** The error of an invalid value. */
    static FieldError notA(String field, String expected, JsonNode value) {
        return new FieldError(
                ErrorCode.INVALID_FIELD, field, field + " must be " + expected + "; got " + shown(value) + ".");
    }

    ApiException asException() {
        return new ApiException(code, field, message);
    }

    /** The fields of which an event needs at least one. */
    private static List<String> alternatives(JsonNode schema) {
        return schema.at("/dependentSchemas/type/anyOf")
                .valueStream()
                .map(one -> one.at("/required/0").asText())
                .toList();
    }

    private static FieldError missingAll(List<String> fields) {
        return new FieldError(
                ErrorCode.MISSING_FIELD,
                fields.getFirst(),
                "One of " + String.join(", ", fields) + " is missing. Send at least one of them.");
    }

    private static FieldError missing(String field, JsonNode schema) {
        return new FieldError(
                ErrorCode.MISSING_FIELD, field, field + " is missing. It must be " + expectation(schema) + ".");
    }

    private static FieldError unknown(String field, JsonNode fieldSchemas) {
        String message = MINTED.contains(field)
                ? field + " is set by the service. Leave it out."
                : "There is no field " + Sanitized.of(field) + " in this event type. Its fields are "
                        + names(fieldSchemas) + ".";
        return new FieldError(ErrorCode.UNKNOWN_FIELD, field, message);
    }

    private static FieldError invalid(Error error, JsonNode fieldSchemas) {
        String field = error.getInstanceLocation().getName(0);
        return notA(field, expectation(fieldSchemas.path(field)), error.getInstanceNode());
    }

    private static String expectation(JsonNode schema) {
        if (schema.has("const")) {
            return Sanitized.of(schema.path("const").asText());
        }
        if (schema.has("enum")) {
            return "one of "
                    + StreamSupport.stream(schema.path("enum").spliterator(), false)
                            .map(JsonNode::asText)
                            .collect(Collectors.joining(", "));
        }
        if (schema.has("pattern")) {
            return pattern(schema.path("pattern").asText());
        }
        if (schema.has("minimum")) {
            return "a whole number from " + schema.path("minimum").asText() + " to "
                    + schema.path("maximum").asText();
        }
        return "date-time".equals(schema.path("format").asText())
                ? Timestamps.EXPECTED
                : "a " + schema.path("type").asText("value of its type");
    }

    /** In words, because whoever reads it need not know regular expressions. */
    private static String pattern(String pattern) {
        return pattern.endsWith(ID)
                ? "an ID: " + pattern.substring(1, pattern.length() - ID.length())
                        + " and 1 to 64 ASCII letters, digits, hyphens or underscores"
                : "text as the API reference describes it";
    }

    private static String names(JsonNode fieldSchemas) {
        return fieldSchemas
                .propertyStream()
                .map(Map.Entry::getKey)
                .filter(name -> !MINTED.contains(name))
                .collect(Collectors.joining(", "));
    }

    private static String shown(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case STRING -> Sanitized.of(value.asText());
            default -> {
                String text = value.asText();
                yield text.length() > 40 ? text.substring(0, 40) + "…" : text;
            }
        };
    }
}
