package com.scheduleevents.cloud.sources;

import java.time.Duration;

/**
 * Pauses that double with each failure.
 *
 * @param first the pause after the first failure
 * @param longest the greatest pause
 */
public record Backoff(Duration first, Duration longest) {

    private static final int MOST_DOUBLINGS = 10;

    /** Waits for some time. */
    @FunctionalInterface
    public interface Sleep {

        /** Waits. */
        void sleep(Duration time) throws InterruptedException;
    }

    /**
     * The pause after a failure.
     *
     * @param failures how many there were, one after the other; at least 1
     */
    public Duration after(int failures) {
        Duration doubled = first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        return doubled.compareTo(longest) < 0 ? doubled : longest;
    }
}
