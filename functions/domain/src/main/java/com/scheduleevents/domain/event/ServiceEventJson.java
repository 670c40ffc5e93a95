package com.scheduleevents.domain.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Builds the JSON of an event that the service itself makes, field by field, in this order. */
public final class ServiceEventJson {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The fields of a thin event, in the order in which an event has them. */
    private static final List<String> IDENTIFYING = List.of("id", "type", "clinic_id", "created_at");

    private final ObjectNode fields = JSON.createObjectNode();

    public ServiceEventJson with(String name, String value) {
        fields.put(name, value);
        return this;
    }

    public ServiceEventJson with(String name, int value) {
        fields.put(name, value);
        return this;
    }

    /** An empty value is null in JSON. */
    public ServiceEventJson with(String name, Optional<String> value) {
        fields.put(name, value.orElse(null));
        return this;
    }

    /** An empty value is null in JSON. */
    public ServiceEventJson with(String name, OptionalInt value) {
        value.ifPresentOrElse(number -> fields.put(name, number), () -> fields.putNull(name));
        return this;
    }

    public ServiceEventJson with(String name, List<String> values) {
        values.forEach(fields.putArray(name)::add);
        return this;
    }

    /** Adds fields that are null. */
    public ServiceEventJson withNull(String... names) {
        List.of(names).forEach(fields::putNull);
        return this;
    }

    /** Adds the fields of another object. */
    public ServiceEventJson with(ServiceEventJson more) {
        fields.setAll(more.fields);
        return this;
    }

    /** The JSON. */
    public String text() {
        return fields.toString();
    }

    /**
     * What is left of an event of a clinic without its schedule data: the fields by which a receiver finds it.
     *
     * @param event the whole event
     * @throws IllegalArgumentException when the event is not JSON, or lacks one of them
     */
    public static String thin(String event) {
        JsonNode whole = read(event);
        ServiceEventJson thin = new ServiceEventJson();
        for (String name : IDENTIFYING) {
            String value = whole.path(name).textValue();
            if (value == null) {
                throw new IllegalArgumentException("not an event of a clinic: it has no " + name);
            }
            thin.with(name, value);
        }
        return thin.text();
    }

    /**
     * The texts of an array in such an event; empty when it is null.
     *
     * @throws IllegalArgumentException when the event is not JSON
     */
    public static Set<String> texts(String event, String name) {
        return read(event).path(name).valueStream().map(text -> text.asText()).collect(Collectors.toUnmodifiableSet());
    }

    private static JsonNode read(String event) {
        try {
            return JSON.readTree(event);
        } catch (JsonProcessingException e) {
            // Without the cause, because Jackson's messages quote what they were given.
            throw new IllegalArgumentException("not an event: it is not JSON");
        }
    }
}
