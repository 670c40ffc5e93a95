package com.scheduleevents.domain.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Selects events by the values of their fields: each of the fields must have one of its values.
 *
 * @param values the values of each field, as JSON, in the form in which events have them; at least one for each
 */
public record EventFilter(Map<String, Set<String>> values) {

    /** How many fields a filter may have. */
    public static final int MAX_FIELDS = 10;

    /** How many values a filter may have in all. The filter is read with the webhook before every attempt, so it is small. */
    public static final int MAX_VALUES = 50;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Copies the values, in their order. */
    public EventFilter {
        Map<String, Set<String>> copies = new LinkedHashMap<>();
        values.forEach((field, some) -> copies.put(field, Collections.unmodifiableSet(new LinkedHashSet<>(some))));
        values = Collections.unmodifiableMap(copies);
    }

    /** Selects the events of an appointment: those that name it in their {@code appointment_id}. */
    public static EventFilter ofAppointment(String id) {
        return new EventFilter(Map.of(
                "appointment_id", Set.of(JSON.getNodeFactory().textNode(id).toString())));
    }

    /**
     * Reads a filter that {@link #json} has written.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public static EventFilter parse(String json) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        read(json).properties().forEach(field -> {
            Set<String> some = new LinkedHashSet<>();
            field.getValue().forEach(value -> some.add(value.toString()));
            values.put(field.getKey(), some);
        });
        return new EventFilter(values);
    }

    /** The filter as a JSON object with an array for each field. */
    public ObjectNode object() {
        ObjectNode object = JSON.createObjectNode();
        values.forEach((field, some) -> {
            ArrayNode array = object.putArray(field);
            some.forEach(value -> array.add(read(value)));
        });
        return object;
    }

    /** The filter as JSON. */
    public String json() {
        return object().toString();
    }

    /**
     * Whether an event is selected. One without the field is not: its type may be newer than the filter.
     *
     * @throws IllegalArgumentException when the event is not JSON
     */
    public boolean matches(EventFields event) {
        return values.entrySet().stream().allMatch(field -> field.getValue().contains(event.value(field.getKey())));
    }

    static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw notJson();
        }
    }

    /** Without a cause, because Jackson's messages quote what they were given. */
    private static IllegalArgumentException notJson() {
        return new IllegalArgumentException("neither an event nor a filter: it is not JSON");
    }
}
