package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.holding.ParkedDeliveries;
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

    /** Up to here parked deliveries are counted. */
    private static final int MAX_PENDING = 1_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ParkedDeliveries parked;

    WebhookJson(ParkedDeliveries parked) {
        this.parked = parked;
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
                .put("failing_since", time(health.failingSince()))
                .put("held", health.isHeld())
                .put("pending", health.isHeld() ? parked.count(webhook.id(), webhook.term(), MAX_PENDING) : 0)
                .put("next_attempt_at", time(health.dueAt().filter(_ -> health.isHeld())));
    }

    private static @Nullable String time(Optional<Instant> time) {
        return time.map(Timestamps::formatMillis).orElse(null);
    }
}
