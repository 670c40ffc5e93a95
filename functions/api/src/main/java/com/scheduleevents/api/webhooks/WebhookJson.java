package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A webhook as the API shows it (specification, section 2.2).
 *
 * @param secret the signing secret, in the responses to the registration and to a rotation and nowhere else
 */
record WebhookJson(
        String id,
        String url,
        List<String> types,
        @Nullable String clinicId,
        @Nullable String description,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer maxPerSecond,
        String status,
        String createdAt,
        @Nullable String disabledAt,
        @Nullable String disabledReason,
        HealthJson health,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String secret) {

    /** The largest number of deliveries of the backlog that is counted. */
    private static final int MAX_COUNTED = 1_000;

    /** @param backlog counted only while something is in it, because counting costs a query */
    static WebhookJson of(Webhook webhook, Backlog backlog, Optional<SigningSecret> secret) {
        Health health = webhook.health();
        boolean open = health.isCircuitOpen();
        return new WebhookJson(
                webhook.id().value(),
                webhook.url(),
                webhook.types(),
                webhook.clinic().map(ClinicId::value).orElse(null),
                webhook.description().orElse(null),
                webhook.settings().maxPerSecond().stream().boxed().findFirst().orElse(null),
                webhook.status().wireName(),
                Timestamps.formatMillis(webhook.createdAt()),
                time(webhook.disabling().map(Disabling::at)),
                webhook.disabling().map(Disabling::reason).orElse(null),
                new HealthJson(
                        health.circuit().state().wireName(),
                        time(health.failingSince()),
                        health.hasBacklog() ? backlog.count(webhook.id(), webhook.generation(), MAX_COUNTED) : 0,
                        time(health.probeAt().filter(_ -> open))),
                secret.map(SigningSecret::reveal).orElse(null));
    }

    /** Omits the secret. */
    @Override
    public String toString() {
        return "WebhookJson[" + id + "]";
    }

    private static @Nullable String time(Optional<Instant> time) {
        return time.map(Timestamps::formatMillis).orElse(null);
    }

    /** The health of a webhook. */
    record HealthJson(
            String circuit,
            @Nullable String failingSince,
            int backlog,
            @Nullable String nextAttemptAt) {}
}
