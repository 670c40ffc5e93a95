package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A webhook as the API shows it (specification, section 2.2). */
final class WebhookJson {

    /** Up to here backlogged deliveries are counted. */
    private static final int MAX_COUNTED = 1_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Backlog backlog;

    WebhookJson(Backlog backlog) {
        this.backlog = backlog;
    }

    String of(Webhook webhook) {
        return object(webhook).toString();
    }

    /** With its secret: the answer to its registration and to the rotation of its secret, and to nothing else. */
    String withSecret(Webhook webhook, SigningSecret secret) {
        return object(webhook).put("secret", secret.reveal()).toString();
    }

    private ObjectNode object(Webhook webhook) {
        ObjectNode object =
                JSON.createObjectNode().put("id", webhook.id().value()).put("url", webhook.url());
        ArrayNode types = object.putArray("types");
        webhook.types().forEach(types::add);
        object.put("clinic_id", webhook.clinic().map(ClinicId::value).orElse(null))
                .put("description", webhook.description().orElse(null))
                .put("status", webhook.status().wireName())
                .put("created_at", Timestamps.formatMillis(webhook.createdAt()))
                .put("disabled_at", time(webhook.disabling().map(Disabling::at)))
                .put(
                        "disabled_reason",
                        webhook.disabling().map(Disabling::reason).orElse(null))
                .set("health", health(webhook));
        return object;
    }

    /** Counting costs a query, so only where there is something to count. */
    private ObjectNode health(Webhook webhook) {
        Health health = webhook.health();
        return JSON.createObjectNode()
                .put("circuit", health.circuitState().wireName())
                .put("failing_since", time(health.failingSince()))
                .put(
                        "backlog",
                        health.isCircuitOpen() ? backlog.count(webhook.id(), webhook.generation(), MAX_COUNTED) : 0)
                .put("next_attempt_at", time(health.probeAt().filter(_ -> health.isCircuitOpen())));
    }

    private static @Nullable String time(Optional<Instant> time) {
        return time.map(Timestamps::formatMillis).orElse(null);
    }
}
