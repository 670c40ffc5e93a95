package com.scheduleevents.domain.webhook;

import java.util.Locale;

/** What a webhook's circuit breaker does with new deliveries. */
public enum CircuitState {
    /** They are attempted as they come. */
    CLOSED,
    /** They go to the backlog; probes try a single one. */
    OPEN,
    /** They go to the backlog; probes succeed and try more and more. */
    HALF_OPEN;

    /** The name in the API. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
