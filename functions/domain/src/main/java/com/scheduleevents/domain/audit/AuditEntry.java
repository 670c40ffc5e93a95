package com.scheduleevents.domain.audit;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * An entry of the audit log. It contains ids and the host of a URL, never a secret or the rest of a URL.
 *
 * @param origin who made the change, and when
 * @param clinics the clinics that the change concerned; only keys that see all of them see the entry
 * @param details what was changed
 */
public record AuditEntry(
        AccountId account,
        AuditId id,
        AuditAction action,
        Origin origin,
        Clinics clinics,
        Map<Detail, String> details) {

    /** How long entries are kept: a year, and a month to look back on it. */
    public static final Duration RETENTION = Duration.ofDays(400);

    public AuditEntry {
        details = Map.copyOf(details);
    }

    /**
     * An entry.
     *
     * @param occasion identifies the change among all of its account
     */
    public static AuditEntry of(
            AccountId account,
            AuditAction action,
            Origin origin,
            String occasion,
            Clinics clinics,
            Map<Detail, String> details) {
        return new AuditEntry(
                account, AuditId.of(origin.at(), action.wireName() + " " + occasion), action, origin, clinics, details);
    }

    /** Whether a key with access to these clinics sees the entry. What concerned no clinic only a key with all clinics sees. */
    public boolean isSeenBy(Clinics seen) {
        boolean ofNone = clinics.equals(new Clinics.Listed(Set.of()));
        return ofNone ? seen instanceof Clinics.All : seen.containsAll(clinics);
    }

    /** A detail of a change. */
    public enum Detail {
        WEBHOOK_ID,
        API_KEY_ID,
        EVENT_ID,
        REPLAY_ID,
        /** The host of the webhook's URL after the change. */
        HOST,
        /** Why the webhook was disabled, or its e-mail address ended, or who asked for an erasure. */
        REASON,
        /** The clinic that was erased. */
        CLINIC_ID;

        /** The name in the API and in the tables. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
