package com.scheduleevents.api.http;

import com.scheduleevents.api.http.TokenBucket.Draw;
import com.scheduleevents.domain.account.ApiKeyId;
import java.time.Instant;
import java.util.LinkedHashMap;

/**
 * The buckets of the API keys that called last, in the memory of this environment alone: so a key may make as many times its
 * rate as environments serve it, and no request costs a write. See docs/decisions/request-rates.md.
 */
final class TokenBuckets {

    /** Of some hundred bytes each. Who is forgotten has a full bucket, which a key that calls little has anyway. */
    static final int MOST = 10_000;

    private static final float LOAD_FACTOR = 0.75f;

    /** In the order in which they were used. */
    private final LinkedHashMap<ApiKeyId, TokenBucket> buckets = new LinkedHashMap<>(16, LOAD_FACTOR, true);

    synchronized Draw draw(ApiKeyId key, Rate rate, Instant now) {
        Draw draw = buckets.getOrDefault(key, TokenBucket.full(now)).draw(rate, now);
        buckets.put(key, draw.after());
        if (buckets.size() > MOST) {
            buckets.pollFirstEntry();
        }
        return draw;
    }
}
