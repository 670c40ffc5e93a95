package com.scheduleevents.domain.rate;

import java.time.Instant;

/** Port: the token buckets that all execution environments share. A bucket that nobody has used is full. */
public interface SharedTokens {

    /** Takes tokens in any case: more than this no bucket ever owes. */
    long NONE_REQUIRED = -1_000_000_000;

    /**
     * Takes tokens, if enough are there. The bucket then owes those that were not.
     *
     * @param tokens how many are taken
     * @param required how many must be there; may be {@link #NONE_REQUIRED}
     * @param seen the bucket as this environment knows it; only saves calls
     */
    Taken take(RateLimit limit, long tokens, long required, TokenBucket seen, Instant now);

    /**
     * What came of it.
     *
     * @param granted whether the tokens were taken
     * @param bucket the bucket afterwards
     */
    record Taken(boolean granted, TokenBucket bucket) {}
}
