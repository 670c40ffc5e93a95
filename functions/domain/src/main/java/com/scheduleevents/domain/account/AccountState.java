package com.scheduleevents.domain.account;

import java.util.Locale;

/** The state of an account. */
public enum AccountState {
    /** The account is served. */
    ACTIVE,
    /** Its requests are refused and nothing is sent to its webhooks; the events of its clinics are still recorded. */
    SUSPENDED,
    /** Closed permanently: it has no keys and no webhooks, records nothing more, and its data expires. */
    CLOSED;

    /** The name in tables and for operators. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state of that name. */
    public static AccountState named(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
