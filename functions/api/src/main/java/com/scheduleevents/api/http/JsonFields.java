package com.scheduleevents.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.Sanitized;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The fields of a JSON object that a client sent, read so that every fault names its field. */
public final class JsonFields {

    private final ObjectNode object;

    private JsonFields(ObjectNode object) {
        this.object = object;
    }

    /**
     * The fields of an object.
     *
     * @param known the names that there are
     * @throws ApiException 400, naming a field that there is not
     */
    public static JsonFields of(ObjectNode object, Set<String> known) {
        requireOnly(object, known);
        return new JsonFields(object);
    }

    static void requireOnly(ObjectNode object, Set<String> known) {
        object.propertyStream()
                .map(Map.Entry::getKey)
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new ApiException(ErrorCode.UNKNOWN_FIELD, name, unknown(name, known));
                });
    }

    /** A field that has to be there. */
    public JsonNode require(String name, String expected) {
        JsonNode value = object.get(name);
        if (value == null) {
            throw new ApiException(ErrorCode.MISSING_FIELD, name, name + " is missing. It must be " + expected + ".");
        }
        return value;
    }

    /** A text that has to be there. */
    public String requireText(String name, String expected) {
        return text(name, require(name, expected), expected);
    }

    /** A text that may be missing or null, which mean the same. */
    public Optional<String> text(String name, String expected) {
        return Optional.ofNullable(object.get(name))
                .filter(value -> !value.isNull())
                .map(value -> text(name, value, expected));
    }

    /**
     * A label for people, which may be missing or null: text on one line.
     *
     * @param max in Unicode characters
     */
    public Optional<String> line(String name, int max) {
        String expected = "text of at most " + max + " characters on one line";
        Optional<String> line = text(name, expected);
        line.ifPresent(text -> {
            int length = text.codePointCount(0, text.length());
            if (length > max) {
                throw invalid(name, expected, length + " characters");
            }
            if (text.codePoints().anyMatch(JsonFields::isNoCharacterOfALine)) {
                throw invalid(name, expected, "a control character or line break in it");
            }
        });
        return line;
    }

    private static boolean isNoCharacterOfALine(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                true;
            default -> false;
        };
    }

    /** A truth value that may be missing, which means false. */
    public boolean flag(String name) {
        JsonNode value = object.get(name);
        if (value == null) {
            return false;
        }
        if (!value.isBoolean()) {
            throw invalid(name, "true or false", "something else");
        }
        return value.booleanValue();
    }

    /** A field that does not hold what it should. */
    public static ApiException invalid(String name, String expected, String got) {
        return new ApiException(ErrorCode.INVALID_FIELD, name, name + " must be " + expected + "; got " + got + ".");
    }

    private static String text(String name, JsonNode value, String expected) {
        if (!value.isTextual()) {
            throw invalid(name, expected, "something that is no text");
        }
        return value.textValue();
    }

    private static String unknown(String name, Set<String> known) {
        String choice = known.isEmpty()
                ? "This request takes none: send no body, or {}."
                : "The fields are " + String.join(", ", new TreeSet<>(known)) + ".";
        return "There is no field " + Sanitized.of(name) + ". " + choice;
    }
}
