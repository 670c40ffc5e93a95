package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A registered endpoint (specification, section 2.2).
 *
 * @param account whose it is
 * @param id its identity
 * @param url where its deliveries go
 * @param types the event types it gets; {@code *} alone means all
 * @param clinic when present, only this clinic's events
 * @param description the label its owner gave it
 * @param visible the clinics that the key which registered it saw: it never gets an event of another one
 * @param secrets its signing secrets, encrypted, newest first; more than one while one is being replaced
 * @param status whether it gets events
 * @param term counts its stretches between two enablings; what belongs to an earlier term is never sent by itself
 * @param createdAt when it was registered
 * @param disabling when and why it was disabled; empty while it is active
 */
public record Webhook(
        AccountId account,
        WebhookId id,
        String url,
        List<String> types,
        Optional<ClinicId> clinic,
        Optional<String> description,
        Clinics visible,
        List<SealedSecret> secrets,
        WebhookStatus status,
        long term,
        Instant createdAt,
        Optional<Disabling> disabling) {

    /** Stands for every event type, in a registration. */
    public static final String ALL_TYPES = "*";

    /** The term that a webhook is registered in. */
    public static final long FIRST_TERM = 1;

    /** Keeps copies. */
    public Webhook {
        types = List.copyOf(types);
        secrets = List.copyOf(secrets);
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
        boolean ofType = types.contains(ALL_TYPES) || types.contains(type);
        boolean ofClinic = clinic.isEmpty() || clinic.get().equals(eventClinic);
        return ofType && ofClinic && visible.contains(eventClinic);
    }

    /** The clinics that its events can be of. Only a key that sees them all may see or change it. */
    public Clinics reach() {
        return clinic.<Clinics>map(only -> new Clinics.Listed(Set.of(only))).orElse(visible);
    }
}
