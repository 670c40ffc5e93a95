package com.scheduleevents.delivery.receiver;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time by which all stages of an attempt have to end.
 *
 * @param nanoTime the monotonic clock
 */
record Deadline(LongSupplier nanoTime, long startNanos, long lengthNanos) {

    static Deadline startingNow(LongSupplier nanoTime, Duration length) {
        return new Deadline(nanoTime, nanoTime.getAsLong(), length.toNanos());
    }

    /** Nanoseconds left; zero or less when it has passed. */
    long remainingNanos() {
        return lengthNanos - elapsedNanos();
    }

    boolean hasPassed() {
        return remainingNanos() <= 0;
    }

    Duration elapsed() {
        return Duration.ofNanos(elapsedNanos());
    }

    private long elapsedNanos() {
        return nanoTime.getAsLong() - startNanos;
    }
}
