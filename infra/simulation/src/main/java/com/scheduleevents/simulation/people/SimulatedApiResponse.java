package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.emulator.http.Header;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a client got for a request.
 *
 * @param status 0 when the response was lost
 * @param headers in order
 * @param text the body
 */
record SimulatedApiResponse(int status, List<Header> headers, String text) {

    static final SimulatedApiResponse LOST = new SimulatedApiResponse(0, List.of(), "");

    private static final ObjectMapper JSON = new ObjectMapper();

    boolean succeeded() {
        return status / 100 == 2;
    }

    /** Whether asking again leads to nothing else. */
    boolean isFinal() {
        return status >= 200 && status < 500 && status != 429 && !isUnderWay();
    }

    /** Whether an earlier try, whose response was lost, may still be processed. */
    private boolean isUnderWay() {
        return status == 409 && errorCode().equals("concurrent_changes");
    }

    /** Whether sending a batch again leads to no other result. */
    boolean everyItemIsFinal() {
        return isFinal()
                && json().path("data")
                        .valueStream()
                        .allMatch(result -> result.path("status").asInt() < 500);
    }

    /** The value of a header that it must have. */
    String header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a response has no header " + name + ": " + this))
                .value();
    }

    /**
     * What it shows that its request has made, by its id.
     *
     * @param whole whether every repeat shows the same bytes
     */
    String outcome(boolean whole) {
        JsonNode json = json();
        return whole
                ? text
                : Stream.of("id", "event_id")
                        .map(field -> json.path(field).asText())
                        .filter(id -> !id.isEmpty())
                        .findFirst()
                        .orElse("");
    }

    /** The code of the error that it tells of. */
    String errorCode() {
        return json().path("error").path("code").asText();
    }

    JsonNode json() {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a response that is no JSON: " + text, e);
        }
    }
}
