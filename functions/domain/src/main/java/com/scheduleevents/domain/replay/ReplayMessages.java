package com.scheduleevents.domain.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Optional;

/** The JSON that replay messages travel as. It names its version, so that two versions of the service can share a queue. */
public final class ReplayMessages {

    private static final int VERSION = 1;
    private static final String LEFT_OUT = "left_out";
    private static final ObjectMapper JSON = new ObjectMapper();

    private ReplayMessages() {}

    /** Writes a message. */
    public static String write(ReplayMessage message) {
        ObjectNode json = JSON.createObjectNode()
                .put("v", VERSION)
                .put("account_id", message.account().value())
                .put("webhook_id", message.webhook().value())
                .put("replay_id", message.replay().value())
                .put("step", message.step());
        message.leftOut().ifPresent(event -> json.put(LEFT_OUT, event.value()));
        return json.toString();
    }

    /**
     * Reads a message.
     *
     * @throws IllegalArgumentException when it is none of this version, saying which part is wrong, never what it holds
     */
    public static ReplayMessage read(String text) {
        JsonNode json = parse(text);
        if (!json.path("v").isInt() || json.path("v").intValue() != VERSION) {
            throw new IllegalArgumentException("not a replay message of version " + VERSION);
        }
        return new ReplayMessage(
                new AccountId(string(json, "account_id")),
                new WebhookId(string(json, "webhook_id")),
                new ReplayId(string(json, "replay_id")),
                step(json),
                json.has(LEFT_OUT) ? Optional.of(new EventId(string(json, LEFT_OUT))) : Optional.empty());
    }

    private static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "not a replay message: no JSON, line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr());
        }
    }

    private static String string(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (!value.isTextual()) {
            throw new IllegalArgumentException("not a replay message: " + field + " is no text");
        }
        return value.textValue();
    }

    private static int step(JsonNode json) {
        JsonNode value = json.path("step");
        if (!value.isInt()) {
            throw new IllegalArgumentException("not a replay message: step is no whole number");
        }
        return value.intValue();
    }
}
