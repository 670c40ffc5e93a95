package com.scheduleevents.domain.rate;

import com.scheduleevents.domain.account.AccountTerms;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * How many tokens a bucket gets back per second; it holds twice as many. A simple request takes one token.
 *
 * @param perSecond 1 to {@value #MAX_PER_SECOND}
 */
public record Rate(int perSecond) {

    /** The highest number of requests per second. */
    public static final int MAX_PER_SECOND = AccountTerms.MAX_REQUESTS_PER_SECOND;

    /** How many seconds' worth a bucket holds. */
    public static final int WINDOW_SECONDS = 2;

    private static final long MICROS_PER_SECOND = 1_000_000;

    /** Rejects a rate out of bounds. */
    public Rate {
        if (perSecond < 1 || perSecond > MAX_PER_SECOND) {
            throw new IllegalArgumentException("a rate is 1 to " + MAX_PER_SECOND + " requests a second");
        }
    }

    /** How many tokens a full bucket holds. */
    public int burst() {
        return perSecond * WINDOW_SECONDS;
    }

    /** How long the bucket takes to get so many tokens back; in whole microseconds, which is what the table stores. */
    public Duration timeFor(long tokens) {
        return Duration.of(tokens * (MICROS_PER_SECOND / perSecond), ChronoUnit.MICROS);
    }
}
