package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.destination.Destination;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.ExternalId;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.SealedHeaders;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A webhook as the API shows it (requirement R18). Every field but the secret is in every response.
 *
 * @param url null when the deliveries are pulled or go to a destination
 * @param destination the queue or event bus that they go to; null when there is none
 * @param clinicId the only clinic, if the webhook is limited to one
 * @param clinicIds the clinics, if it is limited to several
 * @param headerNames the names of its static headers, whose values are not shown
 * @param auth how its requests get an access token, without the secret
 * @param certificate what can be shown of its client certificate
 * @param captureResponses whether the owner can see what the receiver responds to attempts that fail
 * @param payload whether deliveries carry the whole event
 * @param ordering by what the order of its events is kept; null when it gets them in any order
 * @param notified who gets e-mails about its state besides the account's addresses
 * @param notifyStatus whether the owner of that address has confirmed it
 * @param externalId the owner's own identifier of it, if it has one
 * @param metadata the owner's texts by name
 * @param createdBy the id of the API key that registered it
 * @param secrets what can be shown of its signing secrets, newest first
 * @param secret the signing secret, in the responses to the registration and to a rotation and nowhere else
 */
record WebhookJson(
        String id,
        String mode,
        @Nullable String url,
        @Nullable @JsonProperty(DestinationBody.NAME) ObjectNode destination,
        List<String> types,
        @Nullable String clinicId,
        @Nullable List<String> clinicIds,
        @Nullable ObjectNode filter,
        @Nullable List<String> headerNames,
        @Nullable @JsonProperty(AuthBody.NAME) ObjectNode auth,
        @JsonProperty(CertificateBody.DETAILS) CertificateBody.@Nullable Details certificate,
        @Nullable String description,
        @Nullable String externalId,
        Map<String, String> metadata,
        @Nullable Integer maxPerSecond,
        boolean captureResponses,
        String payload,
        @Nullable String ordering,
        @Nullable @JsonProperty(NotifyBody.NAME) ObjectNode notified,
        @Nullable String notifyStatus,
        String status,
        String createdAt,
        String createdBy,
        @Nullable String disabledAt,
        @Nullable String disabledReason,
        HealthJson health,
        @JsonProperty(SECRETS) List<SecretJson> secrets,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String secret) {

    /** The name of {@code secrets} in the API, where {@code secret} is the secret itself. */
    static final String SECRETS = "signing_secrets";

    /**
     * @param waiting how many deliveries its backlog has
     * @param address the status of its address, if it has one
     */
    static WebhookJson of(
            Webhook webhook, int waiting, Optional<AddressStatus> address, Optional<SigningSecret> secret) {
        Health health = webhook.health();
        boolean open = health.isCircuitOpen();
        Optional<Destination> destination = webhook.settings().destination();
        return new WebhookJson(
                webhook.id().value(),
                WebhookMode.of(webhook.settings()).wireName(),
                webhook.isPulled() || destination.isPresent() ? null : webhook.url(),
                destination.map(DestinationBody::json).orElse(null),
                webhook.types(),
                webhook.clinic().map(ClinicId::value).orElse(null),
                clinicIds(webhook.settings().clinics()),
                webhook.settings().filter().map(EventFilter::object).orElse(null),
                webhook.settings().headers().map(SealedHeaders::names).orElse(null),
                webhook.settings().auth().map(AuthBody::json).orElse(null),
                webhook.settings()
                        .certificate()
                        .map(stored -> CertificateBody.Details.of(stored.facts()))
                        .orElse(null),
                webhook.description().orElse(null),
                webhook.externalId().map(ExternalId::value).orElse(null),
                webhook.settings().labels().metadata(),
                webhook.settings().maxPerSecond().stream().boxed().findFirst().orElse(null),
                webhook.settings().capturesResponses(),
                webhook.settings().payload().wireName(),
                webhook.isOrdered() ? SettingsBody.BY_APPOINTMENT : null,
                webhook.settings().notified().map(NotifyBody::json).orElse(null),
                address.map(AddressStatus::wireName).orElse(null),
                webhook.status().wireName(),
                Timestamps.formatMillis(webhook.createdAt()),
                webhook.key().value(),
                time(webhook.disabling().map(Disabling::at)),
                webhook.disabling().map(Disabling::reason).orElse(null),
                new HealthJson(
                        health.circuit().state().wireName(),
                        time(health.failingSince()),
                        waiting,
                        time(health.dueAt().filter(_ -> open)),
                        time(pulledAt(health))),
                webhook.secrets().stream().map(SecretJson::of).toList(),
                secret.map(SigningSecret::reveal).orElse(null));
    }

    /** Omits the secret. */
    @Override
    public String toString() {
        return "WebhookJson[" + id + "]";
    }

    private static @Nullable List<String> clinicIds(Set<ClinicId> clinics) {
        return clinics.size() > 1
                ? clinics.stream().map(ClinicId::value).sorted().toList()
                : null;
    }

    private static @Nullable String time(Optional<Instant> time) {
        return time.map(Timestamps::formatMillis).orElse(null);
    }

    private static Optional<Instant> pulledAt(Health health) {
        return health.circuit() instanceof Circuit.Pulled(Optional<Instant> pulledAt) ? pulledAt : Optional.empty();
    }

    /**
     * What can be shown of a signing secret.
     *
     * @param fingerprint null for secrets of earlier versions, like the time
     */
    record SecretJson(
            @Nullable String fingerprint,
            @Nullable String createdAt,
            @Nullable String expiresAt) {

        static SecretJson of(SealedSecret secret) {
            return new SecretJson(
                    secret.mark().map(SealedSecret.Mark::fingerprint).orElse(null),
                    time(secret.mark().map(SealedSecret.Mark::createdAt)),
                    time(secret.expiresAt()));
        }
    }

    /**
     * The health of a webhook.
     *
     * @param lastPulledAt since when a consumer has certainly not stayed away; only of a webhook that was pulled
     */
    record HealthJson(
            String circuit,
            @Nullable String failingSince,
            int backlog,
            @Nullable String nextAttemptAt,
            @Nullable String lastPulledAt) {}
}
