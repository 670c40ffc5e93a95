package com.scheduleevents.domain.circuit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;

/** The JSON that checks travel as, on the queue that later attempts travel on too. */
public final class ProbeMessages {

    private static final int VERSION = 1;
    private static final String KIND = "probe";
    private static final ObjectMapper JSON = new ObjectMapper();

    private ProbeMessages() {}

    /** Writes a probe. */
    public static String write(Probe check) {
        return JSON.createObjectNode()
                .put("v", VERSION)
                .put("kind", KIND)
                .put("account_id", check.account().value())
                .put("webhook_id", check.webhook().value())
                .put("lease", check.lease().toEpochMilli())
                .toString();
    }

    /**
     * Reads a message that may be a probe.
     *
     * @return empty when it is something else
     * @throws IllegalArgumentException when it is a probe, but none of this version
     */
    public static Optional<Probe> read(String text) {
        JsonNode json = parse(text);
        if (!json.path("kind").asText().equals(KIND)) {
            return Optional.empty();
        }
        if (json.path("v").asInt() != VERSION
                || !json.path("account_id").isTextual()
                || !json.path("webhook_id").isTextual()
                || !json.path("lease").isIntegralNumber()) {
            throw new IllegalArgumentException("not a check of version " + VERSION);
        }
        return Optional.of(new Probe(
                new AccountId(json.path("account_id").textValue()),
                new WebhookId(json.path("webhook_id").textValue()),
                Instant.ofEpochMilli(json.path("lease").longValue())));
    }

    private static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("neither a delivery message nor a check: no JSON, line "
                    + e.getLocation().getLineNr() + ", column "
                    + e.getLocation().getColumnNr());
        }
    }
}
