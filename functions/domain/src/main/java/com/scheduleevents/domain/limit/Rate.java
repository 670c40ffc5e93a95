package com.scheduleevents.domain.limit;

import java.time.Duration;

/**
 * How many requests an API key may make: so many a second on average, and twice that at once after a second's rest or two.
 *
 * @param perSecond 1 to {@value #MAX_PER_SECOND}
 */
public record Rate(int perSecond) {

    /** More than API Gateway lets through for a whole account by default. */
    public static final int MAX_PER_SECOND = 10_000;

    /** How many seconds' worth a bucket holds. */
    public static final int WINDOW_SECONDS = 2;

    private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    /** Refuses a rate that nobody can have. */
    public Rate {
        if (perSecond < 1 || perSecond > MAX_PER_SECOND) {
            throw new IllegalArgumentException("a rate is 1 to " + MAX_PER_SECOND + " requests a second");
        }
    }

    /** How many requests a full bucket lets through at once. */
    public int burst() {
        return perSecond * WINDOW_SECONDS;
    }

    /** In nanoseconds: how long it takes until one more is let through. */
    long interval() {
        return NANOS_PER_SECOND / perSecond;
    }
}
