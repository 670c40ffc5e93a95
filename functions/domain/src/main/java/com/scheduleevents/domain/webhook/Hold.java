package com.scheduleevents.domain.webhook;

import java.time.Duration;

/**
 * How a held webhook's parked deliveries are let go.
 *
 * @param pace how many at the next check, from 1
 * @param backOff how long after a check of which all attempts failed the next one comes
 */
public record Hold(int pace, Duration backOff) {

    /** Of what was parked while nobody looked: whether the receiver takes it shows with the first. */
    static final Hold FIRST = new Hold(1, Duration.ofSeconds(10));

    /** Refuses a pace at which nothing would ever be released. */
    public Hold {
        if (pace < 1 || !backOff.isPositive()) {
            throw new IllegalArgumentException("a hold has a pace of at least 1 and a wait");
        }
    }
}
