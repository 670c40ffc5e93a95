package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;

/** A webhook as the API shows it (specification, section 2.2). */
final class WebhookJson {

    private static final ObjectMapper JSON = new ObjectMapper();

    private WebhookJson() {}

    static String of(Webhook webhook) {
        return object(webhook).toString();
    }

    /** With its secret: the answer to its registration and to the rotation of its secret, and to nothing else. */
    static String withSecret(Webhook webhook, SigningSecret secret) {
        return object(webhook).put("secret", secret.reveal()).toString();
    }

    private static ObjectNode object(Webhook webhook) {
        ObjectNode object =
                JSON.createObjectNode().put("id", webhook.id().value()).put("url", webhook.url());
        ArrayNode types = object.putArray("types");
        webhook.types().forEach(types::add);
        return object.put("clinic_id", webhook.clinic().map(ClinicId::value).orElse(null))
                .put("description", webhook.description().orElse(null))
                .put("status", webhook.status().wireName())
                .put("created_at", Timestamps.formatMillis(webhook.createdAt()))
                .put(
                        "disabled_at",
                        webhook.disabling()
                                .map(why -> Timestamps.formatMillis(why.at()))
                                .orElse(null))
                .put(
                        "disabled_reason",
                        webhook.disabling().map(Disabling::reason).orElse(null));
    }
}
