package com.scheduleevents.delivery.receiver;

import java.time.Duration;

/** The time by which all stages of an attempt have to end, on the monotonic clock. */
record Deadline(long startNanos, long lengthNanos) {

    static Deadline startingNow(Duration length) {
        return new Deadline(System.nanoTime(), length.toNanos());
    }

    /** Nanoseconds left; zero or less when it has passed. */
    long remainingNanos() {
        return lengthNanos - (System.nanoTime() - startNanos);
    }

    boolean hasPassed() {
        return remainingNanos() <= 0;
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }
}
