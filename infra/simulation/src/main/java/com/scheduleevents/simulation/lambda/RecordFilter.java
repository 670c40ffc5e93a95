package com.scheduleevents.simulation.lambda;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/**
 * Selects the records that a function gets (AWS Lambda Developer Guide, "event filtering"): those that match one of its patterns.
 * Patterns of exact values and of prefixes are simulated, and no others.
 */
public final class RecordFilter {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PREFIX = "prefix";

    private final List<JsonNode> patterns;

    private RecordFilter(List<JsonNode> patterns) {
        this.patterns = patterns;
    }

    /** Lets every record pass. */
    public static RecordFilter none() {
        return new RecordFilter(List.of());
    }

    /** Lets pass what matches one of the patterns, each as JSON. */
    public static RecordFilter of(List<String> patterns) {
        return new RecordFilter(patterns.stream().map(RecordFilter::read).toList());
    }

    private static JsonNode read(String pattern) {
        try {
            JsonNode json = JSON.readTree(pattern);
            requireSimulated(json);
            return json;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no pattern: " + pattern, e);
        }
    }

    private static void requireSimulated(JsonNode pattern) {
        if (pattern.isObject()) {
            pattern.forEach(RecordFilter::requireSimulated);
        } else if (!pattern.isArray() || !pattern.valueStream().allMatch(RecordFilter::isSimulated)) {
            throw new UnsupportedOperationException("a pattern that is not simulated: " + pattern);
        }
    }

    private static boolean isSimulated(JsonNode rule) {
        return rule.isValueNode() || (rule.size() == 1 && rule.path(PREFIX).isTextual());
    }

    boolean lets(JsonNode record) {
        return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> matches(pattern, record));
    }

    private static boolean matches(JsonNode pattern, JsonNode value) {
        if (pattern.isArray()) {
            return pattern.valueStream()
                    .anyMatch(rule -> rule.isObject()
                            ? value.isTextual()
                                    && value.asText()
                                            .startsWith(rule.path(PREFIX).asText())
                            : rule.equals(value));
        }
        return pattern.propertyStream().allMatch(field -> matches(field.getValue(), value.path(field.getKey())));
    }
}
