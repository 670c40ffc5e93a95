package com.scheduleevents.domain.account;

import java.util.Locale;

/** Whether an account is served. */
public enum AccountState {
    /** It is. */
    ACTIVE,
    /** Its requests are refused and nothing is sent to its webhooks; what happens at its clinics is recorded. */
    SUSPENDED,
    /** For good: it has no keys and no webhooks, nothing more is recorded, and what was expires. */
    CLOSED;

    /** The name in tables, and for operators. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state of that name. */
    public static AccountState named(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
