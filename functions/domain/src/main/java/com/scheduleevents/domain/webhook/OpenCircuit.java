package com.scheduleevents.domain.webhook;

import java.time.Duration;

/**
 * The state of an open or half-open circuit.
 *
 * @param pace how many deliveries the next probe attempts, from 1
 * @param backOff the wait after a probe whose attempts all failed
 */
public record OpenCircuit(int pace, Duration backOff) {

    /** The circuit of a webhook whose account was resumed. */
    static final OpenCircuit FIRST = new OpenCircuit(1, Duration.ofSeconds(10));

    /** Rejects a pace below 1 and a wait that is not positive. */
    public OpenCircuit {
        if (pace < 1 || !backOff.isPositive()) {
            throw new IllegalArgumentException("an open circuit needs a pace of at least 1 and a positive wait");
        }
    }
}
