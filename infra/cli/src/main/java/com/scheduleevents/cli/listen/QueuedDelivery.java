package com.scheduleevents.cli.listen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A delivery as it was pulled: the signed request that is to be made.
 *
 * @param receipt what it is acknowledged with
 * @param headers by name, in any case
 * @param body to be sent as it is, because it is signed
 */
record QueuedDelivery(String receipt, Map<String, String> headers, String body) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Reads an element of the queue. */
    static QueuedDelivery of(JsonNode json) {
        TreeMap<String, String> headers = json.path("headers")
                .propertyStream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        header -> header.getValue().asText(),
                        (first, _) -> first,
                        () -> new TreeMap<>(String.CASE_INSENSITIVE_ORDER)));
        return new QueuedDelivery(
                json.path("receipt").asText(), headers, json.path("body").asText());
    }

    /** The event's id. */
    String event() {
        return headers.getOrDefault("webhook-id", "");
    }

    /** A field of the event; missing if it has no such field. */
    JsonNode field(String name) {
        try {
            return JSON.readTree(body).path(name);
        } catch (JsonProcessingException _) {
            return MissingNode.getInstance();
        }
    }

    /** Without the body: schedule data is health data. */
    @Override
    public String toString() {
        return "QueuedDelivery[" + receipt + "]";
    }
}
