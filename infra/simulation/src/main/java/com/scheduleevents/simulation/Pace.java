package com.scheduleevents.simulation;

import java.time.Duration;

/** How often people do something in a run. About as much happens at each pace, so that a slower one simulates more days. */
public enum Pace {
    /** Much comes together: circuits open while others close, and actions meet events that are on their way. */
    BUSY(Duration.ofDays(2), 1),
    /** What takes days comes to its end while things go wrong: webhooks are disabled again and again, secrets and records expire. */
    QUIET(Duration.ofDays(14), 7);

    private final Duration troubled;
    private final int factor;

    Pace(Duration troubled, int factor) {
        this.troubled = troubled;
        this.factor = factor;
    }

    /** For how long something goes wrong, unless the command line says otherwise. */
    Duration troubled() {
        return troubled;
    }

    /** The time between two actions of somebody, where it is that long in a busy run. */
    public Duration between(Duration busy) {
        return busy.multipliedBy(factor);
    }
}
