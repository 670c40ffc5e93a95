package com.scheduleevents.domain.rate;

import java.time.Duration;
import java.time.Instant;

/**
 * A token bucket, whose whole state is the time at which it is full again. It can owe tokens, after a request that cost more than it
 * held.
 *
 * @param fullAt when it is full again if no more tokens are taken; a time in the past means that it is full
 */
public record TokenBucket(Instant fullAt) {

    /** A full bucket. */
    public static TokenBucket full(Instant now) {
        return new TokenBucket(now);
    }

    /** The tokens that are there now; negative when it owes some. */
    public long tokens(Rate rate, Instant now) {
        Duration missing = Duration.between(now, fullAt);
        return missing.isNegative()
                ? rate.burst()
                : rate.burst() - missing.plus(rate.timeFor(1)).minusNanos(1).dividedBy(rate.timeFor(1));
    }

    /** When so many tokens are there, if no more are taken. */
    public Instant timeOf(Rate rate, long tokens) {
        return fullAt.minus(rate.timeFor(rate.burst() - tokens));
    }

    /** The bucket after so many tokens were taken, whether they were there or not. */
    public TokenBucket without(Rate rate, long tokens, Instant now) {
        Instant from = fullAt.isAfter(now) ? fullAt : now;
        return new TokenBucket(from.plus(rate.timeFor(tokens)));
    }
}
