package com.scheduleevents.api.http;

import java.time.Duration;
import java.time.Instant;

/**
 * The token bucket of an API key: each request takes a token, and tokens come back at the key's {@link Rate}. The time at which
 * the bucket is full again is its whole state.
 *
 * @param fullAt when it is full again if no more tokens are taken; a time in the past means that it is full
 */
record TokenBucket(Instant fullAt) {

    /** A full bucket. */
    public static TokenBucket full(Instant now) {
        return new TokenBucket(now);
    }

    /** Takes a token for a request, if there is one. */
    public Draw draw(Rate rate, Instant now) {
        long interval = rate.interval();
        long whole = interval * rate.burst();
        // No more than all of it can be missing, even where a clock was set back or the rate was changed.
        long missing = Math.clamp(Duration.between(now, fullAt).toNanos(), 0, whole);
        long wanted = missing + interval;
        boolean granted = wanted <= whole;
        long then = granted ? wanted : missing;
        return new Draw(
                granted,
                Math.toIntExact((whole - then) / interval),
                Duration.ofNanos(then),
                Duration.ofNanos(Math.max(0, wanted - whole)),
                new TokenBucket(now.plusNanos(then)));
    }

    /**
     * The result of taking a token.
     *
     * @param granted whether there was a token for the request
     * @param left how many tokens are left
     * @param untilFull how long until the bucket is full again if no more tokens are taken
     * @param untilNext how long until there is a token for this request; zero when it was granted
     * @param after the bucket after this request
     */
    public record Draw(boolean granted, int left, Duration untilFull, Duration untilNext, TokenBucket after) {}
}
