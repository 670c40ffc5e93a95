package com.scheduleevents.domain.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.Sanitized;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the filters of webhooks, and checks them against the schemas of the event types that the webhook gets. */
public final class FilterReader {

    /** The name of the setting, for messages to clients. */
    public static final String NAME = "filter";

    private final EventTypeRegistry registry;

    public FilterReader(EventTypeRegistry registry) {
        this.registry = registry;
    }

    /**
     * Reads a filter: an object with an array of values for each field.
     *
     * @param types the types and groups of types that the webhook gets; empty for all
     * @throws ApiException INVALID_FIELD for each field at fault: it is not in all of the types, or has a value that is not possible in
     *     all of them
     */
    public EventFilter read(JsonNode sent, Set<String> types) {
        if (!sent.isObject() || sent.isEmpty() || sent.size() > EventFilter.MAX_FIELDS) {
            throw invalid("must be an object with 1 to " + EventFilter.MAX_FIELDS
                    + " fields of the event types, each with an array of values.");
        }
        Collection<EventType> wanted = registry.types(types);
        Map<String, Set<String>> values = new LinkedHashMap<>();
        List<ApiException> faults = new ArrayList<>();
        sent.properties().forEach(field -> {
            try {
                values.put(field.getKey(), values(field.getKey(), field.getValue(), wanted));
            } catch (ApiException fault) {
                faults.add(fault);
            }
        });
        if (!faults.isEmpty()) {
            throw ApiException.ofAll(faults);
        }
        int count = values.values().stream().mapToInt(Set::size).sum();
        if (count > EventFilter.MAX_VALUES) {
            throw invalid("must have at most " + EventFilter.MAX_VALUES + " values in all; got " + count + ".");
        }
        return new EventFilter(values);
    }

    private static Set<String> values(String field, JsonNode sent, Collection<EventType> types) {
        List<String> lacking = types.stream()
                .filter(type -> !type.isFilterable(field))
                .map(EventType::name)
                .toList();
        if (!lacking.isEmpty()) {
            throw invalid("cannot name " + Sanitized.of(field) + ", because " + lacking.getFirst()
                    + " has no such field to filter by. All types of this webhook have " + common(types) + ".");
        }
        if (!sent.isArray() || sent.isEmpty() || sent.size() > EventFilter.MAX_VALUES) {
            throw invalid("must have an array of 1 to " + EventFilter.MAX_VALUES + " values for " + field + ".");
        }
        Set<String> values = new LinkedHashSet<>();
        for (JsonNode value : sent) {
            if (!values.add(value(field, value, types))) {
                throw invalid("must have each value of " + field + " once.");
            }
        }
        return values;
    }

    private static String value(String field, JsonNode sent, Collection<EventType> types) {
        try {
            return types.stream()
                    .map(type -> type.filterValue(field, sent))
                    .reduce((_, last) -> last)
                    .orElseThrow();
        } catch (ApiException e) {
            throw invalid("has a value that no event can have: " + e.text());
        }
    }

    private static String common(Collection<EventType> types) {
        Stream<String> fields = types.stream().findFirst().stream().flatMap(type -> type.fields().stream());
        return fields.filter(field -> types.stream().allMatch(type -> type.isFilterable(field)))
                .collect(Collectors.joining(", "));
    }

    private static ApiException invalid(String message) {
        return new ApiException(ErrorCode.INVALID_FIELD, NAME, NAME + " " + message);
    }
}
