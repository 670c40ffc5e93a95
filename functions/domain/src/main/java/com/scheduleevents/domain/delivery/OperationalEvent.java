package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.ServiceEventJson;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.time.Timestamps;
import com.scheduleevents.domain.webhook.Disabling.DeliveriesExpiring;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An event about a webhook, for other webhooks of the account that name its type: the webhook is failing, has recovered, is slow or was
 * disabled. It becomes due with the e-mail about the same, and says the same. The id follows from the webhook and the occasion, so that a
 * receiver can tell repeats; it is in no feed. No operational event is about a webhook that gets operational events, so they cannot cause
 * one another.
 *
 * @param account the account of the webhook
 * @param id the same for the same occasion; its time is when the event was made, that is, when the e-mail became due
 * @param json the event, without a secret, and of the URL only the host
 */
public record OperationalEvent(AccountId account, EventId id, String type, String json) {

    /** A webhook that gets events of more clinics is reported to webhooks of all clinics only, so that the event stays small. */
    static final int MAX_CLINICS = 100;

    private static final String FAILING = "webhook.failing";
    private static final String RECOVERED = "webhook.recovered";
    private static final String DISABLED = "webhook.disabled";
    private static final String SLOW = "webhook.slow";
    private static final Set<String> TYPES = Set.of(FAILING, RECOVERED, DISABLED, SLOW);
    private static final String CLINICS = "clinic_ids";

    /** Whether it is the type of an operational event. */
    public static boolean isOne(String type) {
        return TYPES.contains(type);
    }

    /**
     * The operational event that is due with an e-mail.
     *
     * @param about the webhook that the e-mail is about, as it was then
     * @return empty when there is none about such a state, or the webhook itself gets operational events
     */
    public static Optional<OperationalEvent> of(Notice.OfWebhook notice, Webhook about) {
        if (about.types().stream().anyMatch(OperationalEvent::isOne)) {
            return Optional.empty();
        }
        return switch (notice) {
            case Notice.Warning(var _, Instant since, int attempts, LastFailure last) ->
                // Rows of earlier releases do not say when the owner was warned.
                Optional.of(event(
                        notice,
                        about,
                        FAILING,
                        new Times(since, about.health().failures().warnedAt().orElse(since)),
                        failures(attempts, last)));
            case Notice.Recovered(var _, Instant since, Instant at, int attempts, LastFailure last) ->
                Optional.of(event(
                        notice,
                        about,
                        RECOVERED,
                        Times.of(at),
                        failingSince(since).with(failures(attempts, last))));
            case Notice.Disabled(var _, RetriesExhausted why) -> Optional.of(exhausted(notice, about, why));
            case Notice.Revoked(var _, Instant at) ->
                Optional.of(event(notice, about, DISABLED, Times.of(at), revoked()));
            case Notice.Expiring(var _, DeliveriesExpiring why) ->
                Optional.of(event(notice, about, DISABLED, Times.of(why.at()), expiring(why)));
            case Notice.Slow slow ->
                Optional.of(event(
                        notice,
                        about,
                        SLOW,
                        new Times(slow.since(), slow.notifiedAt().orElse(slow.since())),
                        slow(slow.perSecond())));
            case Notice.Refused _,
                    Notice.Unpulled _,
                    Notice.CertificateEnding _,
                    Notice.UrlChanged _,
                    Notice.Registered _,
                    Notice.SecretRotated _ -> Optional.empty();
        };
    }

    /** What its deliveries send. */
    public Payload payload() {
        return new Payload(id, type, Optional.empty(), json);
    }

    /** Whether a webhook of the account gets it now. */
    public boolean isFor(Webhook webhook) {
        return webhook.isActive() && isFor(webhook, type, json);
    }

    /**
     * Whether a webhook may get an operational event: it names the type, and gets the events of all clinics, or of all those of the webhook
     * that the event is about. That webhook's list can still name former clinics, and a webhook's own list clinics that its key has lost.
     */
    static boolean isFor(Webhook webhook, String type, String json) {
        if (!webhook.types().contains(type)) {
            return false;
        }
        if (webhook.reach() instanceof Clinics.All) {
            return true;
        }
        Set<ClinicId> listed = ServiceEventJson.texts(json, CLINICS).stream()
                .map(ClinicId::new)
                .collect(Collectors.toUnmodifiableSet());
        Clinics all = new Clinics.Listed(listed);
        return !listed.isEmpty()
                && webhook.reach().containsAll(all)
                && webhook.visible().containsAll(all);
    }

    private static OperationalEvent exhausted(Notice.OfWebhook notice, Webhook about, RetriesExhausted why) {
        ServiceEventJson own = new ServiceEventJson()
                .with("disabled_reason", why.reason())
                .with("event_id", why.event().value())
                .with(failingSince(why.failingSince()))
                .with(failures(why.attempts(), new LastFailure(why.lastOutcome(), why.lastStatus())));
        return event(notice, about, DISABLED, Times.of(why.at()), own);
    }

    private static ServiceEventJson expiring(DeliveriesExpiring why) {
        return new ServiceEventJson()
                .with("disabled_reason", why.reason())
                .with("event_id", why.event().value())
                .withNull("failing_since", "failed_attempts", "last_outcome", "last_status");
    }

    private static ServiceEventJson revoked() {
        return new ServiceEventJson()
                .with("disabled_reason", "key_revoked")
                .withNull("event_id", "failing_since", "failed_attempts", "last_outcome", "last_status");
    }

    private static ServiceEventJson failingSince(Instant since) {
        return new ServiceEventJson().with("failing_since", Timestamps.formatMillis(since));
    }

    private static ServiceEventJson failures(int attempts, LastFailure last) {
        return new ServiceEventJson()
                .with("failed_attempts", attempts)
                .with("last_outcome", last.outcome().wireName())
                .with("last_status", last.status());
    }

    private static ServiceEventJson slow(int perSecond) {
        ServiceEventJson own = new ServiceEventJson();
        return perSecond > 0 ? own.with("deliveries_per_second", perSecond) : own.withNull("deliveries_per_second");
    }

    /**
     * The times of an event. They come from the row of the webhook, so that an event that is made again is the same.
     *
     * @param since when the state began that the event tells of
     * @param made when the event was made
     */
    private record Times(Instant since, Instant made) {

        /** Of an event that is made when the state begins. */
        static Times of(Instant both) {
            return new Times(both, both);
        }
    }

    private static OperationalEvent event(
            Notice.OfWebhook notice, Webhook about, String type, Times times, ServiceEventJson own) {
        EventId id =
                EventId.of(times.made(), about.id().value() + " " + notice.due().name());
        ServiceEventJson event = new ServiceEventJson()
                .with("id", id.value())
                .with("type", type)
                .with("webhook_id", about.id().value())
                .with("description", about.description())
                .with("host", Optional.of(notice.about().host()).filter(_ -> !about.isPulled()));
        if (about.reach() instanceof Clinics.Listed(Set<ClinicId> ids) && ids.size() <= MAX_CLINICS) {
            event.with(CLINICS, ids.stream().map(ClinicId::value).sorted().toList());
        } else {
            event.withNull(CLINICS);
        }
        event.with("since", Timestamps.formatMillis(times.since()))
                .with(own)
                .with("created_at", Timestamps.formatMillis(id.mintedAt()));
        return new OperationalEvent(about.account(), id, type, event.text());
    }

    /** Omits the JSON. */
    @Override
    public String toString() {
        return "OperationalEvent[" + id.value() + ", " + type + "]";
    }
}
