package com.scheduleevents.domain.webhook;

import java.time.Duration;

/**
 * How a webhook with an open circuit's backlogged deliveries are let go.
 *
 * @param pace how many at the next check, from 1
 * @param backOff how long after a probe of which all attempts failed the next one comes
 */
public record OpenCircuit(int pace, Duration backOff) {

    /** Of what was in the backlog while nobody looked: whether the receiver takes it shows with the first. */
    static final OpenCircuit FIRST = new OpenCircuit(1, Duration.ofSeconds(10));

    /** Refuses a pace at which nothing would ever be released. */
    public OpenCircuit {
        if (pace < 1 || !backOff.isPositive()) {
            throw new IllegalArgumentException("a hold has a pace of at least 1 and a wait");
        }
    }
}
