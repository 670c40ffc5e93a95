package com.scheduleevents.api.http;

import com.scheduleevents.domain.rate.LeasedTokens;
import com.scheduleevents.domain.rate.RateLimit;
import com.scheduleevents.domain.rate.SharedTokens;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;

/** What this execution environment has leased of the limits of its most recent callers. See docs/decisions/request-rates.md. */
final class RequestRates {

    /** A lease takes some hundred bytes. */
    static final int MAX_LIMITS = 10_000;

    private static final float LOAD_FACTOR = 0.75f;

    private final SharedTokens shared;
    private final InstantSource clock;

    /** In the order of their last use. */
    private final LinkedHashMap<RateLimit, LeasedTokens> leases = new LinkedHashMap<>(16, LOAD_FACTOR, true);

    RequestRates(SharedTokens shared, InstantSource clock) {
        this.shared = shared;
        this.clock = clock;
    }

    /** The charge of a request that counts towards these limits. */
    RequestCharge charge(List<RateLimit> limits) {
        return new RequestCharge(
                limits.stream().map(limit -> lease(limit, clock.instant())).toList(), clock);
    }

    private synchronized LeasedTokens lease(RateLimit limit, Instant now) {
        LeasedTokens lease = leases.computeIfAbsent(limit, added -> new LeasedTokens(added, shared, now));
        if (leases.size() > MAX_LIMITS) {
            leases.pollFirstEntry();
        }
        return lease;
    }
}
