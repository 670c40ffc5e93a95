package com.scheduleevents.delivery.receiver;

import java.time.Duration;

/** The moment until which all stages of one attempt have to be done, on the clock that nobody sets. */
record Deadline(long startNanos, long lengthNanos) {

    static Deadline startingNow(Duration length) {
        return new Deadline(System.nanoTime(), length.toNanos());
    }

    /** Nanoseconds left; zero or less once it has passed. */
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
