package com.scheduleevents.domain.account;

import java.util.Arrays;
import java.util.Optional;

/** What an API key may do. */
public enum Scope {
    EVENTS_READ("events:read"),
    EVENTS_WRITE("events:write"),
    WEBHOOKS_PULL("webhooks:pull"),
    WEBHOOKS_READ("webhooks:read"),
    WEBHOOKS_WRITE("webhooks:write"),
    KEYS_WRITE("keys:write"),
    CONSOLE_WRITE("console:write"),
    USAGE_READ("usage:read"),
    AUDIT_READ("audit:read");

    private final String wireName;

    Scope(String wireName) {
        this.wireName = wireName;
    }

    /** The scope's name in the API and in the tables. */
    public String wireName() {
        return wireName;
    }

    /** Whether it allows no change. */
    public boolean isReadOnly() {
        return wireName.endsWith(":read");
    }

    /** The scope of that name, if it exists. */
    public static Optional<Scope> named(String name) {
        return Arrays.stream(values())
                .filter(scope -> scope.wireName.equals(name))
                .findFirst();
    }
}
