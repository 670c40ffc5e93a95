package com.scheduleevents.cli.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.operations.FieldValues;
import com.scheduleevents.terminal.CommandFailure;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An event to record: the example of its type in the API's catalogue, with some other values. */
final class SampleEvent {

    /** The fields that the service adds. */
    private static final List<String> ADDED = List.of("id", "created_at");

    private static final String CLINIC = "clinic_id";

    private final ApiSession api;

    SampleEvent(ApiSession api) {
        this.api = api;
    }

    /**
     * The example of a type, without the fields that the service adds. Its clinic is one that the key sees.
     *
     * @param values replace those of the example
     */
    ObjectNode of(String type, Map<String, String> values) {
        JsonNode example = example(type);
        ObjectNode event = example.deepCopy();
        event.remove(ADDED);
        FieldValues.setLike(example, event, values);
        if (!values.containsKey(CLINIC)) {
            event.put(CLINIC, clinic(event.path(CLINIC).asText()));
        }
        return event;
    }

    private JsonNode example(String type) {
        List<JsonNode> types = api.get(ApiSession.path("event_types"))
                .path("data")
                .valueStream()
                .filter(entry -> !entry.path("operational").asBoolean())
                .toList();
        return types.stream()
                .filter(entry -> entry.path("name").asText().equals(type))
                .findFirst()
                .map(entry -> entry.path("example"))
                .orElseThrow(() -> new CommandFailure("There is no such event type; there are "
                        + types.stream()
                                .map(entry -> entry.path("name").asText())
                                .collect(Collectors.joining(", "))
                        + "."));
    }

    private String clinic(String preferred) {
        List<String> seen = api.get(ApiSession.path("account"))
                .path("clinic_ids")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
        if (seen.isEmpty()) {
            throw new CommandFailure("The account has no clinic that the key sees: ask the operator to add one.");
        }
        return seen.contains(preferred) ? preferred : seen.getFirst();
    }
}
