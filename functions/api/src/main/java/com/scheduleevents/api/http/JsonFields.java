package com.scheduleevents.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.id.Identifiers;
import com.scheduleevents.domain.text.DisplayText;
import com.scheduleevents.domain.text.UnicodeText;
import com.scheduleevents.domain.time.Timestamps;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** The fields of a JSON object that a client sent. Every error names the field at fault. */
public final class JsonFields {

    /** Describes a clinic's id in error messages. */
    static final String CLINIC = "a clinic ID, which begins with cln_";

    private final ObjectNode object;

    JsonFields(ObjectNode object) {
        this.object = object;
    }

    /**
     * The fields of an object. A {@link BodyReader} tells of other faults beside unknown fields.
     *
     * @param known the names of the fields that the request accepts
     * @throws ApiException 400 when there are other fields
     */
    public static JsonFields of(ObjectNode object, Set<String> known) {
        BodyReader body = new BodyReader();
        JsonFields fields = body.fields(object, known);
        return body.whole(() -> fields);
    }

    /** The faults of an object that has other fields than the known ones. */
    static List<ApiException> unknown(ObjectNode object, Set<String> known) {
        return object.propertyStream()
                .map(Map.Entry::getKey)
                .filter(name -> !known.contains(name))
                .limit(ApiException.MAX_FAULTS)
                .map(name -> new ApiException(ErrorCode.UNKNOWN_FIELD, name, unknown(name, known)))
                .toList();
    }

    /** Whether the field is present, even if it is null. */
    public boolean has(String name) {
        return object.has(name);
    }

    /**
     * A required field.
     *
     * @param expected describes the valid values, as in "must be …"
     * @throws ApiException 400 when it is missing
     */
    public JsonNode require(String name, String expected) {
        JsonNode value = object.get(name);
        if (value == null) {
            throw new ApiException(ErrorCode.MISSING_FIELD, name, name + " is missing. It must be " + expected + ".");
        }
        return value;
    }

    /**
     * A required string.
     *
     * @param parser returns empty when the text is not valid
     * @throws ApiException 400 when it is missing or not valid
     */
    public <T> T require(String name, String expected, Function<String, Optional<T>> parser) {
        return parsed(name, require(name, expected), expected, parser);
    }

    /**
     * An optional string; null means the same as a missing field.
     *
     * @param parser returns empty when the text is not valid
     * @throws ApiException 400 when it is not valid
     */
    public <T> Optional<T> optional(String name, String expected, Function<String, Optional<T>> parser) {
        return Optional.ofNullable(object.get(name))
                .filter(value -> !value.isNull())
                .map(value -> parsed(name, value, expected, parser));
    }

    /**
     * A required array of distinct strings.
     *
     * @param parser returns empty when an element is not valid
     * @throws ApiException 400 when it is missing, empty or not valid
     */
    public <T> Set<T> requireElements(String name, String expected, Function<String, Optional<T>> parser) {
        JsonNode value = require(name, expected);
        if (!value.isArray() || value.isEmpty()) {
            throw invalid(name, expected, value.isArray() ? "an empty array" : "a value that is not an array");
        }
        Set<T> elements = new LinkedHashSet<>();
        for (JsonNode element : value) {
            if (!elements.add(parsed(name, element, expected, parser))) {
                throw invalid(name, expected, Sanitized.of(element.asText()) + " twice");
            }
        }
        return elements;
    }

    /** A required time with which others are compared, with all its decimals. */
    public Instant requireBound(String name) {
        return require(name, Timestamps.EXPECTED, Timestamps::parseBound);
    }

    /** An optional time with which others are compared, with all its decimals. */
    public Optional<Instant> bound(String name) {
        return optional(name, Timestamps.EXPECTED, Timestamps::parseBound);
    }

    /** An optional time, cut to the millisecond. */
    public Optional<Instant> time(String name) {
        return optional(name, Timestamps.EXPECTED, Timestamps::parse);
    }

    /** An optional id of a clinic. */
    public Optional<ClinicId> clinic(String name) {
        return optional(name, CLINIC, JsonFields::parseClinic);
    }

    /**
     * An optional description for people, on one line, without characters that nobody sees. A blank one is none.
     *
     * @param max its maximum length in Unicode characters, as it was sent
     */
    public Optional<String> line(String name, int max) {
        String expected = "text of at most " + max + " characters on one line";
        Optional<String> line = optional(name, expected, Optional::of);
        line.ifPresent(text -> {
            int length = text.codePointCount(0, text.length());
            if (length > max) {
                throw invalid(name, expected, length + " characters");
            }
            if (!DisplayText.isOneLine(text)) {
                throw invalid(name, expected, "text with a control character or line break");
            }
        });
        return line.flatMap(DisplayText::of);
    }

    /** An optional boolean; a missing field means false. */
    public boolean flag(String name) {
        JsonNode value = object.path(name);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw invalid(name, "true or false", "another value");
        }
        return value.booleanValue();
    }

    /**
     * An optional whole number.
     *
     * @param max the largest valid number; the smallest is 0
     * @param missing the number that a missing field means
     */
    public int number(String name, String expected, int max, int missing) {
        return object.has(name) ? whole(name, expected, 0, max) : missing;
    }

    /** An optional whole number between two bounds, which are valid themselves; null means the same as missing. */
    public OptionalInt optionalNumber(String name, String expected, int min, int max) {
        return object.path(name).isMissingNode() || object.path(name).isNull()
                ? OptionalInt.empty()
                : OptionalInt.of(whole(name, expected, min, max));
    }

    private int whole(String name, String expected, int min, int max) {
        JsonNode value = object.path(name);
        // JSON has one type of number: 3600.0 is as whole as 3600.
        boolean whole = value.canConvertToExactIntegral() && value.canConvertToInt();
        if (!whole || value.intValue() < min || value.intValue() > max) {
            throw invalid(name, expected, whole ? value.asText() : "another value");
        }
        return value.intValue();
    }

    /** Parses the id of a clinic. */
    public static Optional<ClinicId> parseClinic(String text) {
        return Identifiers.isValid(ClinicId.PREFIX, text) ? Optional.of(new ClinicId(text)) : Optional.empty();
    }

    /** The error of a field whose value is not valid. */
    public static ApiException invalid(String name, String expected, String got) {
        return new ApiException(ErrorCode.INVALID_FIELD, name, name + " must be " + expected + "; got " + got + ".");
    }

    private static <T> T parsed(String name, JsonNode value, String expected, Function<String, Optional<T>> parser) {
        if (!value.isTextual()) {
            throw invalid(name, expected, "a value that is not a string");
        }
        if (!UnicodeText.isIntact(value.textValue())) {
            throw invalid(name, UnicodeText.EXPECTED, Sanitized.of(value.textValue()));
        }
        return parser.apply(value.textValue())
                .orElseThrow(() -> invalid(name, expected, Sanitized.of(value.textValue())));
    }

    private static String unknown(String name, Set<String> known) {
        String choice = known.isEmpty()
                ? "This request accepts none: send no body, or {}."
                : "This request accepts " + String.join(", ", new TreeSet<>(known)) + ".";
        return "Unknown field " + Sanitized.of(name) + ". " + choice;
    }
}
