package com.scheduleevents.aws.messages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;

/** The text of a queue message of whatever kind, parsed once for whoever asks for its kind and then reads it. */
public final class ParsedMessage {

    private final JsonNode json;

    private ParsedMessage(JsonNode json) {
        this.json = json;
    }

    /**
     * Parses a text.
     *
     * @throws MalformedMessage when it is not JSON; without a cause, because Jackson's messages quote what they were given
     */
    public static ParsedMessage of(String text) {
        try {
            return new ParsedMessage(MessageCodec.JSON.readTree(text));
        } catch (JsonProcessingException e) {
            throw new MalformedMessage(
                    "not a message: invalid JSON in line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr());
        }
    }

    JsonNode json() {
        return json;
    }
}
