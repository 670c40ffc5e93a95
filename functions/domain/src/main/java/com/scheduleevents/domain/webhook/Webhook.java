package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventFields;
import com.scheduleevents.domain.network.EndpointUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A registered endpoint (requirement R18).
 *
 * @param account the account that owns it
 * @param id its identifier
 * @param settings the settings that its owner chose
 * @param key the API key that registered it
 * @param visible the clinics that this key has access to; the webhook never gets an event of another clinic
 * @param secrets its encrypted signing secrets, newest first; two during a rotation
 * @param status whether it is active
 * @param generation raised each time the webhook is enabled; deliveries of an earlier generation are never sent by themselves
 * @param createdAt when it was registered
 * @param urlChangedAt when its URL last changed; to the millisecond
 * @param verifiedUrl the URL whose receiver returned the challenge last, where the deployment asks for that
 * @param version raised by each change that the API shows, from 1
 * @param origin who made this version, unless a change of the account did
 * @param disabling when and why it was disabled; empty while it is active
 * @param suspended whether its account is suspended: deliveries go to the backlog, and nothing is probed or sent
 * @param orderedFrom since when it gets the events of each appointment in their order; empty when it gets them in any order, which never changes
 * @param health its health, which is not part of its version
 */
public record Webhook(
        AccountId account,
        WebhookId id,
        ApiKeyId key,
        WebhookSettings settings,
        Clinics visible,
        List<SealedSecret> secrets,
        WebhookStatus status,
        long generation,
        Instant createdAt,
        Optional<Instant> urlChangedAt,
        Optional<String> verifiedUrl,
        long version,
        Optional<Origin> origin,
        Optional<Disabling> disabling,
        boolean suspended,
        Optional<Instant> orderedFrom,
        Health health) {

    /** Why an event does not match a webhook. */
    public enum Mismatch {
        /** The webhook does not get events of its type. */
        TYPE,
        /** The webhook does not get events of its clinic, or its key does not see the clinic. */
        CLINIC,
        /** The webhook's filter does not select it. */
        FILTER
    }

    /** All event types, in a registration. */
    public static final String ALL_TYPES = "*";

    /** The generation of a new webhook. */
    public static final long FIRST_GENERATION = 1;

    /** The version of a new webhook. */
    public static final long FIRST_VERSION = 1;

    /**
     * So long after a webhook was registered or enabled, or began to match other events, the order begins: by then every function that records
     * events knows of it, and fan-out has read the webhook as it is now.
     */
    private static final Duration UNTIL_ORDERED = Duration.ofMinutes(2);

    /** Copies the secrets, and rejects a suspended webhook that is probed or drained, and an order of what consumers pull. */
    public Webhook {
        secrets = List.copyOf(secrets);
        if (suspended && health.hasBacklog()) {
            throw new IllegalArgumentException("a suspended webhook must not be probed");
        }
        if (orderedFrom.isPresent() && settings.isPulled()) {
            throw new IllegalArgumentException("consumers pull in any order");
        }
    }

    /** A new webhook. */
    public static Webhook registered(
            AccountId account,
            WebhookId id,
            ApiKeyId key,
            WebhookSettings settings,
            Clinics visible,
            SealedSecret secret,
            Instant now) {
        return new Webhook(
                account,
                id,
                key,
                settings,
                visible,
                List.of(secret),
                WebhookStatus.ACTIVE,
                FIRST_GENERATION,
                now,
                Optional.empty(),
                Optional.empty(),
                FIRST_VERSION,
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                settings.isPulled() ? Health.UNKNOWN.watched(now) : Health.UNKNOWN);
    }

    /** The URL that its deliveries are sent to. */
    public String url() {
        return settings.url();
    }

    /** The host that its deliveries are sent to, that of AWS for a destination; empty when they are pulled. */
    public Optional<String> host() {
        return settings.destination()
                .map(destination -> destination.resource().host())
                .or(() -> EndpointUrl.hostOf(settings.url()));
    }

    /** Whether consumers pull its deliveries, and nothing is sent. */
    public boolean isPulled() {
        return settings.isPulled();
    }

    /** Whether it gets the events of each appointment in the order in which they were recorded. */
    public boolean isOrdered() {
        return orderedFrom.isPresent();
    }

    /** The same new webhook, which gets the events of each appointment in their order. */
    public Webhook ordered() {
        return new WebhookBuilder(this, version)
                .orderedFrom(createdAt.plus(UNTIL_ORDERED))
                .made();
    }

    /** Whether the receiver at its present URL has shown that it wants the deliveries, as a role does that lets the service in. */
    public boolean isVerified() {
        return settings.role().isPresent() || verifiedUrl.filter(url()::equals).isPresent();
    }

    /** The same version of the webhook, verified at its present URL. */
    public Webhook verified() {
        return new WebhookBuilder(this, version).verifiedUrl(url()).made();
    }

    /** The event types that it gets; {@code *} alone means all, and {@code appointment.*} all of a group. */
    public List<String> types() {
        return settings.types();
    }

    /** The only clinic whose events it gets, if it is limited to one. */
    public Optional<ClinicId> clinic() {
        return settings.clinic();
    }

    /** The owner's description of it. */
    public Optional<String> description() {
        return settings.description();
    }

    /** The owner's own identifier of it, if it has one. */
    public Optional<ExternalId> externalId() {
        return settings.labels().externalId();
    }

    /** Whether it is active. */
    public boolean isActive() {
        return status == WebhookStatus.ACTIVE;
    }

    /**
     * Whether an event matches the webhook (requirement R21): its types contain the event's type, its group or {@code *},
     * the event is of one of its clinics if it is limited to some, its key has access to the event's clinic, and its filter selects the event.
     */
    public boolean matches(Event event) {
        return mismatch(event).isEmpty();
    }

    /** Why an event does not match the webhook; empty when it does. */
    public Optional<Mismatch> mismatch(Event event) {
        return mismatch(event.type(), event.clinic(), new EventFields(event.json()));
    }

    /**
     * Why an event does not match the webhook; empty when it does.
     *
     * @param fields asked only when the rest matches and there is a filter
     */
    public Optional<Mismatch> mismatch(String type, ClinicId eventClinic, EventFields fields) {
        if (!settings.want(type)) {
            return Optional.of(Mismatch.TYPE);
        }
        boolean ofClinic = settings.clinics().isEmpty() || settings.clinics().contains(eventClinic);
        if (!ofClinic || !visible.contains(eventClinic)) {
            return Optional.of(Mismatch.CLINIC);
        }
        return settings.filter().filter(wanted -> !wanted.matches(fields)).map(_ -> Mismatch.FILTER);
    }

    /**
     * Whether an event that is recorded now is delivered to this webhook.
     *
     * @param fields those of the event, parsed once for all webhooks that are asked
     */
    public boolean gets(Event event, EventFields fields) {
        return isActive() && mismatch(event.type(), event.clinic(), fields).isEmpty();
    }

    /** The clinics whose events it can get. */
    public Clinics reach() {
        return settings.clinics().isEmpty() ? visible : new Clinics.Listed(settings.clinics());
    }

    /**
     * Whether a key with access to these clinics may read and change the webhook: it needs access to all clinics whose events the
     * webhook can get. When the webhook's own key has lost all its clinics, only a key with all clinics may.
     */
    public boolean isSeenBy(Clinics seen) {
        boolean ofNone = reach().equals(new Clinics.Listed(Set.of()));
        return ofNone ? seen instanceof Clinics.All : seen.containsAll(reach());
    }

    /** The secrets that an attempt at this time is signed with, newest first; at least one. */
    public List<SealedSecret> liveSecrets(Instant now) {
        return secrets.stream().filter(secret -> secret.isLive(now)).toList();
    }

    /**
     * Whether the URL is unchanged since an attempt at that time. A change in the same millisecond counts as later, so that in
     * doubt a delivery is attempted again.
     */
    public boolean hasSameUrlSince(Instant attempt) {
        return urlChangedAt.isEmpty() || urlChangedAt.get().toEpochMilli() < attempt.toEpochMilli();
    }

    /** With these settings; unchanged when they are the same. */
    public Webhook with(WebhookSettings wanted, Instant now) {
        if (wanted.equals(settings)) {
            return this;
        }
        WebhookBuilder next = wanted.selectsAs(settings) ? next() : reordered(now);
        if (wanted.leadAs(settings)) {
            return next.settings(wanted).made();
        }
        Health known = isActive() ? health.afterUrlChange(now) : health.forgotten();
        return next.settings(wanted)
                .urlChangedAt(now)
                .health(suspended && isActive() ? known.suspended(now) : known)
                .made();
    }

    /**
     * With a new secret beside the current one; older ones are dropped.
     *
     * @param overlap how long the current secret stays valid; zero drops it at once
     */
    public Webhook rotated(SealedSecret fresh, Instant now, Duration overlap) {
        Stream<SealedSecret> last =
                overlap.isZero() ? Stream.empty() : Stream.of(secrets.getFirst().until(now.plus(overlap)));
        return next().secrets(Stream.concat(Stream.of(fresh), last).toList()).made();
    }

    /** Active, in a new generation and with unknown health; unchanged when it is active. */
    public Webhook enabled(Instant now) {
        if (isActive()) {
            return this;
        }
        Health known = health.forgotten();
        return reordered(now)
                .enabled()
                .health(suspended ? known.suspended(createdAt) : isPulled() ? known.watched(createdAt) : known)
                .made();
    }

    /** Disabled; unchanged when it is disabled already, whatever the reason. */
    public Webhook disabled(Disabling why) {
        return isActive() ? next().disabled(why).health(health.withoutProbe()).made() : this;
    }

    /**
     * After the key that registered it was revoked. One that is disabled already becomes another version, so that a change fails that the key
     * has begun.
     */
    public Webhook keyRevoked(Instant at) {
        return isActive() ? disabled(new Disabling.KeyRevoked(at)) : next().made();
    }

    /** With the clinics that its key has access to now; unchanged when they are the same. */
    public Webhook seeing(Clinics clinics, Instant now) {
        return clinics.equals(visible) ? this : reordered(now).visible(clinics).made();
    }

    /**
     * After its account was suspended: nothing is sent. If it is active, a look is due that finds how long deliveries have waited. Unchanged
     * when it is suspended.
     */
    public Webhook asSuspended(Instant now) {
        return suspended
                ? this
                : next().suspended(true)
                        .health(isActive() ? health.suspended(now) : health)
                        .made();
    }

    /**
     * After its account was resumed: the backlog is probed now, with nothing known of the receiver; unchanged when it is not
     * suspended.
     */
    public Webhook resumed(Instant now) {
        if (!suspended) {
            return this;
        }
        if (!isActive()) {
            return next().suspended(false).made();
        }
        return next().suspended(false)
                .health(
                        isPulled()
                                ? health.withHealthySince(now).watched(now)
                                : health.afterUrlChange(now).resumed(now))
                .made();
    }

    /** The same version of the webhook, which says who made it. */
    public Webhook by(Origin author) {
        return new WebhookBuilder(this, version).origin(author).made();
    }

    /** The same version of the webhook with this health. */
    public Webhook with(Health known) {
        return new WebhookBuilder(this, version).health(known).made();
    }

    private WebhookBuilder next() {
        return new WebhookBuilder(this, version + 1);
    }

    /** Events that were recorded before were not all sent to it, so nothing may wait for them. */
    private WebhookBuilder reordered(Instant now) {
        WebhookBuilder next = next();
        return isOrdered() ? next.orderedFrom(now.plus(UNTIL_ORDERED)) : next;
    }
}
