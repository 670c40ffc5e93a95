package com.scheduleevents.domain.limit;

import java.time.Duration;
import java.time.Instant;

/**
 * What an API key has left of its {@link Rate}: a bucket that every request takes a token from and that fills itself. All
 * that has to be known of it is when it will be full.
 *
 * @param fullAt when it will be full if nothing more is taken; in the past: it is
 */
public record TokenBucket(Instant fullAt) {

    /** A bucket that nothing was taken from. */
    public static TokenBucket full(Instant now) {
        return new TokenBucket(now);
    }

    /** Takes a token for a request, or finds that there is none. */
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
     * What became of a request.
     *
     * @param granted whether there was a token for it
     * @param left how many more there are
     * @param untilFull how long until the bucket is full again, if nothing more is taken
     * @param untilNext how long until there is a token for this request; zero when there was one
     * @param after the bucket, as it is now
     */
    public record Draw(boolean granted, int left, Duration untilFull, Duration untilNext, TokenBucket after) {}
}
