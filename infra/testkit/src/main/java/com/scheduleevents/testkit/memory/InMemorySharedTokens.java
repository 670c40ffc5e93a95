package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.rate.RateLimit;
import com.scheduleevents.domain.rate.SharedTokens;
import com.scheduleevents.domain.rate.TokenBucket;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Token buckets in memory. */
public final class InMemorySharedTokens implements SharedTokens {

    private final Map<String, TokenBucket> buckets = new HashMap<>();

    @Override
    public synchronized Taken take(RateLimit limit, long tokens, long required, TokenBucket seen, Instant now) {
        String id = limit.subject() + "#" + limit.id();
        TokenBucket bucket = buckets.getOrDefault(id, TokenBucket.full(now));
        if (bucket.timeOf(limit.rate(), required).isAfter(now)) {
            return new Taken(false, bucket);
        }
        buckets.put(id, bucket.without(limit.rate(), tokens, now));
        return new Taken(true, buckets.getOrDefault(id, bucket));
    }
}
