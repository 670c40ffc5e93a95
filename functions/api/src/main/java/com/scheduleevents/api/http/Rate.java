package com.scheduleevents.api.http;

import com.scheduleevents.domain.account.AccountTerms;
import java.time.Duration;

/**
 * How many requests an API key may make per second on average; a burst can be twice as large.
 *
 * @param perSecond 1 to {@value #MAX_PER_SECOND}
 */
public record Rate(int perSecond) {

    /** The highest number of requests per second. */
    public static final int MAX_PER_SECOND = AccountTerms.MAX_REQUESTS_PER_SECOND;

    /** How many seconds' worth a bucket holds. */
    public static final int WINDOW_SECONDS = 2;

    private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    /** Rejects a rate out of bounds. */
    public Rate {
        if (perSecond < 1 || perSecond > MAX_PER_SECOND) {
            throw new IllegalArgumentException("a rate is 1 to " + MAX_PER_SECOND + " requests a second");
        }
    }

    /** How many requests a full bucket lets through at once. */
    public int burst() {
        return perSecond * WINDOW_SECONDS;
    }

    /** The nanoseconds until one more request is let through. */
    long interval() {
        return NANOS_PER_SECOND / perSecond;
    }
}
