package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A registered endpoint (specification, section 2.2).
 *
 * @param account whose it is
 * @param id its identity
 * @param settings what its owner chose
 * @param key the API key that registered it
 * @param visible the clinics that this key sees: it never gets an event of another one
 * @param secrets its signing secrets, encrypted, newest first; a second one while it is being replaced
 * @param status whether it gets events
 * @param generation counts its stretches between two enablings; what belongs to an earlier generation is never sent by itself
 * @param createdAt when it was registered
 * @param urlChangedAt when it got another url than it was registered with; to the millisecond
 * @param version counts what can be seen of it change, from 1
 * @param disabling when and why it was disabled; empty while it is active
 * @param suspended whether its account is suspended: what it would get is in the backlog, and nobody looks at it
 * @param health what attempts told about its receiver; no part of its version
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
        long version,
        Optional<Disabling> disabling,
        boolean suspended,
        Health health) {

    /** Stands for every event type, in a registration. */
    public static final String ALL_TYPES = "*";

    /** The generation that a webhook is registered in. */
    public static final long FIRST_TERM = 1;

    /** The version that a webhook is registered as. */
    public static final long FIRST_VERSION = 1;

    /** Keeps a copy of the secrets. What is suspended is neither held nor due: resuming it is what makes it so again. */
    public Webhook {
        secrets = List.copyOf(secrets);
        if (suspended && health.probeAt().isPresent()) {
            throw new IllegalArgumentException("a suspended webhook is looked at when it is resumed, not before");
        }
    }

    /** A webhook as it is registered. */
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
                FIRST_TERM,
                now,
                Optional.empty(),
                FIRST_VERSION,
                Optional.empty(),
                false,
                Health.UNKNOWN);
    }

    /** Where its deliveries go. */
    public String url() {
        return settings.url();
    }

    /** The event types it gets; {@code *} alone means all. */
    public List<String> types() {
        return settings.types();
    }

    /** When present, only this clinic's events. */
    public Optional<ClinicId> clinic() {
        return settings.clinic();
    }

    /** The label its owner gave it. */
    public Optional<String> description() {
        return settings.description();
    }

    /** Whether it gets events now. */
    public boolean isActive() {
        return status == WebhookStatus.ACTIVE;
    }

    /**
     * Whether an event is one of its own (specification, section 6): its types contain the event's or {@code *}; the event is
     * of its clinic, if it has one; and of a clinic that it may see at all.
     */
    public boolean matches(String type, ClinicId eventClinic) {
        boolean ofType = types().contains(ALL_TYPES) || types().contains(type);
        boolean ofClinic = clinic().isEmpty() || clinic().get().equals(eventClinic);
        return ofType && ofClinic && visible.contains(eventClinic);
    }

    /** Whether an event that is recorded now is delivered to it. */
    public boolean gets(Event event) {
        return isActive() && matches(event.type(), event.clinic());
    }

    /** The clinics that its events can be of. */
    public Clinics reach() {
        return clinic().<Clinics>map(only -> new Clinics.Listed(Set.of(only))).orElse(visible);
    }

    /**
     * Whether a key that sees these clinics may see and change it: it sees all that its events can be of. Where they can be of
     * none any more, because its key lost its clinics, it takes a key with all clinics: what was the lost clinics' is not others'.
     */
    public boolean isSeenBy(Clinics seen) {
        boolean ofNone = reach().equals(new Clinics.Listed(Set.of()));
        return ofNone ? seen instanceof Clinics.All : seen.containsAll(reach());
    }

    /** The secrets that an attempt at this time is signed with, newest first; never none. */
    public List<SealedSecret> liveSecrets(Instant now) {
        return secrets.stream().filter(secret -> secret.isLive(now)).toList();
    }

    /**
     * Whether its url is the one that an attempt at that time went to. A change in the very millisecond counts as later, so
     * that in doubt a delivery is attempted again.
     */
    public boolean hasSameUrlSince(Instant attempt) {
        return urlChangedAt.isEmpty() || urlChangedAt.get().toEpochMilli() < attempt.toEpochMilli();
    }

    /** With other settings; itself when they are the same. */
    public Webhook with(WebhookSettings wanted, Instant now) {
        if (wanted.equals(settings)) {
            return this;
        }
        if (wanted.url().equals(url())) {
            return next().settings(wanted).made();
        }
        Health known = isActive() ? health.moved(now) : Health.UNKNOWN;
        return next().settings(wanted)
                .urlChangedAt(now)
                .health(suspended ? known.atRest() : known)
                .made();
    }

    /**
     * With a new secret beside the last one; no earlier one is kept.
     *
     * @param overlap how long the last one lives on; zero: it is gone at once
     */
    public Webhook rotated(SealedSecret fresh, Instant now, Duration overlap) {
        Stream<SealedSecret> last =
                overlap.isZero() ? Stream.empty() : Stream.of(secrets.getFirst().until(now.plus(overlap)));
        return next().secrets(Stream.concat(Stream.of(fresh), last).toList()).made();
    }

    /** Active, in a new generation, of whose receiver nothing is known; itself when it is active. */
    public Webhook enabled() {
        return isActive() ? this : next().enabled().health(Health.UNKNOWN).made();
    }

    /** Disabled; itself when it is disabled, for whatever reason. */
    public Webhook disabled(Disabling why) {
        return isActive() ? next().disabled(why).health(health.atRest()).made() : this;
    }

    /** With the clinics that its key sees now; itself when they are the same. */
    public Webhook seeing(Clinics clinics) {
        return clinics.equals(visible) ? this : next().visible(clinics).made();
    }

    /** Of an account that is suspended: nothing is sent and nobody looks; itself when it is suspended. */
    public Webhook atSuspension() {
        return suspended ? this : next().suspended(true).health(health.atRest()).made();
    }

    /**
     * Of an account that is served again: what was in the backlog is looked at now, and let go as if the receiver had moved; itself
     * when it is not suspended.
     */
    public Webhook resumed(Instant now) {
        if (!suspended) {
            return this;
        }
        return next().suspended(false)
                .health(isActive() ? health.moved(now).resumed(now) : health)
                .made();
    }

    /** The same, with something else known about its receiver. */
    public Webhook with(Health known) {
        return new WebhookVersion(this, version).health(known).made();
    }

    private WebhookVersion next() {
        return new WebhookVersion(this, version + 1);
    }
}
