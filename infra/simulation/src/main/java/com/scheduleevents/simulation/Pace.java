package com.scheduleevents.simulation;

import java.time.Duration;

/** How often people do something in a run. About as much happens at each pace, so that a slower one simulates more days. */
public enum Pace {
    /** Much comes together: circuits open while others close, and actions meet events that are on their way. */
    BUSY(1, Duration.ofDays(2), Duration.ofDays(90)),
    /**
     * What takes days comes to its end while things go wrong: webhooks are disabled again and again, secrets expire, days of usage become
     * final. Events are kept longer than the nights in which their usage is counted, and shorter than the run.
     */
    QUIET(7, Duration.ofDays(14), Duration.ofDays(8));

    private final int factor;
    private final Duration troubled;
    private final Duration retention;

    Pace(int factor, Duration troubled, Duration retention) {
        this.factor = factor;
        this.troubled = troubled;
        this.retention = retention;
    }

    /** The time between two actions of somebody, where it is that long in a busy run. */
    public Duration between(Duration busy) {
        return busy.multipliedBy(factor);
    }

    /** For how long something goes wrong, unless the command line says otherwise. */
    Duration troubled() {
        return troubled;
    }

    /** How long events can be read: the template's {@code Retention}. */
    public Duration retention() {
        return retention;
    }
}
