package com.scheduleevents.api.http;

import com.scheduleevents.api.http.TokenBucket.Draw;
import com.scheduleevents.domain.account.ApiKeyId;
import java.time.Instant;
import java.util.LinkedHashMap;

/**
 * The token buckets of the most recent API keys, in the memory of this execution environment. No request costs a write, but each
 * environment that serves a key allows it the full rate. See docs/decisions/request-rates.md.
 */
final class TokenBuckets {

    /** A bucket takes some hundred bytes. A key that is evicted starts with a full bucket, as it would after a pause. */
    static final int MAX_KEYS = 10_000;

    private static final float LOAD_FACTOR = 0.75f;

    /** In the order of their last use. */
    private final LinkedHashMap<ApiKeyId, TokenBucket> buckets = new LinkedHashMap<>(16, LOAD_FACTOR, true);

    synchronized Draw draw(ApiKeyId key, Rate rate, Instant now) {
        Draw draw = buckets.getOrDefault(key, TokenBucket.full(now)).draw(rate, now);
        buckets.put(key, draw.after());
        if (buckets.size() > MAX_KEYS) {
            buckets.pollFirstEntry();
        }
        return draw;
    }
}
