package com.scheduleevents.local.producer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * A line of the file.
 *
 * @param line its number, starting at 1
 * @param idempotencyKey sent with it, so that posting the file again records nothing twice
 * @param event the body
 */
record ScheduleChange(int line, String idempotencyKey, String event) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Reads a line.
     *
     * @param spareKey the key of a line without a key
     * @throws IllegalArgumentException when the line is not of the form {"idempotency_key": …, "event": …}
     */
    static ScheduleChange of(int line, String text, String spareKey) {
        try {
            JsonNode change = JSON.readTree(text);
            if (change.has("event")) {
                return new ScheduleChange(
                        line,
                        change.path("idempotency_key").asText(spareKey),
                        change.path("event").toString());
            }
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException("Line " + line + " is not JSON.", malformed);
        }
        throw new IllegalArgumentException(
                "Line " + line + " is not of the form {\"idempotency_key\": \"…\", \"event\": {…}}.");
    }
}
