package com.scheduleevents.domain.rate;

import com.scheduleevents.domain.rate.SharedTokens.Taken;
import java.time.Duration;
import java.time.Instant;

/**
 * The part of a shared token bucket that one execution environment has leased, and what it knows of the rest. Requests are paid from the
 * lease; only when it is used up does the environment ask for another block of tokens.
 *
 * <p>While the requests that reach this environment stay below a tenth of the rate, it does not ask at all. It notes what they cost, and
 * adds that when it asks the next time. Not thread-safe.
 */
public final class LeasedTokens {

    /** A block has at least as many tokens, if that is no more than a second's worth: one call for so many requests. */
    public static final int BLOCK = 25;

    /** Tokens of a lease that are not used within this time are lost, so that an environment cannot save them up. */
    static final Duration LEASE = Duration.ofSeconds(10);

    /** How long an environment grants everything when the shared bucket cannot be reached. */
    static final Duration UNCHECKED = Duration.ofSeconds(10);

    /** An environment that is refused repeatedly, because others are faster, asks less and less often, down to this. */
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    /** Blocks of a high rate are as many tokens as it gets in this part of a second. */
    private static final int BLOCKS_PER_SECOND = 4;

    /** The part of the rate below which nothing is asked for. */
    private static final int QUIET_PART = 10;

    private final RateLimit limit;
    private final Rate rate;
    private final SharedTokens shared;

    /** When the requests that reached this environment are forgotten, at a tenth of the rate. */
    private Instant quietAt;
    /** The shared bucket as it was after the last call. */
    private TokenBucket seen;
    /** The same, without the tokens that were used here since and are not yet taken from it. */
    private TokenBucket believed;

    private long leased;
    private Instant leasedUntil;
    private int refusals;
    private Instant pausedUntil;
    private Instant scarceUntil;
    private Instant uncheckedUntil;

    /** An environment's first knowledge of a bucket is that it is full. */
    public LeasedTokens(RateLimit limit, SharedTokens shared, Instant now) {
        this.limit = limit;
        this.rate = limit.rate();
        this.shared = shared;
        this.quietAt = now;
        this.seen = TokenBucket.full(now);
        this.believed = seen;
        this.leasedUntil = now;
        this.pausedUntil = now;
        this.scarceUntil = now;
        this.uncheckedUntil = now;
    }

    /** The limit that the tokens are of. */
    public RateLimit limit() {
        return limit;
    }

    /**
     * Pays for a request before it is handled.
     *
     * @return how long it has to wait; zero when it is paid
     */
    public Duration pay(long cost, Instant now) {
        return pay(cost, isQuiet(cost, now) && !now.isBefore(scarceUntil), now);
    }

    /**
     * Pays for what occupies this environment, such as waiting. A request that takes long keeps what its environment sees below a tenth of
     * the rate, in any number of environments; so its time is never paid for without a call.
     *
     * @return how long it has to wait; zero when it is paid
     */
    public Duration payShared(long cost, Instant now) {
        // Counted all the same, so that this environment's other requests are not quiet.
        isQuiet(cost, now);
        return pay(cost, false, now);
    }

    private Duration pay(long cost, boolean withoutCall, Instant now) {
        expire(now);
        if (leased >= cost || now.isBefore(uncheckedUntil)) {
            leased = Math.max(0, leased - cost);
            return Duration.ZERO;
        }
        if (withoutCall && believed.tokens(rate, now) >= cost) {
            believed = believed.without(rate, cost, now);
            return Duration.ZERO;
        }
        return lease(cost, now);
    }

    /** Takes what a request cost beyond what was paid before. Later requests wait for it if need be. */
    public void charge(long cost, Instant now) {
        boolean quiet = isQuiet(cost, now);
        expire(now);
        long rest = Math.max(0, cost - leased);
        leased = Math.max(0, leased - cost);
        if (rest == 0 || now.isBefore(uncheckedUntil)) {
            return;
        }
        if (quiet && !now.isBefore(scarceUntil)) {
            believed = believed.without(rate, rest, now);
            return;
        }
        see(shared.take(limit, owed(now) + rest, SharedTokens.NONE_REQUIRED, seen, now), now);
    }

    /** Grants everything for a while, because the shared bucket cannot be reached. */
    public void stopChecking(Instant now) {
        uncheckedUntil = now.plus(UNCHECKED);
    }

    /** What is left, as far as this environment knows. */
    public Quota quota(Instant now) {
        expire(now);
        // While there is a lease, others are assumed to take whatever comes back.
        long others =
                leasedUntil.isAfter(now) ? seen.tokens(rate, leasedUntil.minus(LEASE)) : believed.tokens(rate, now);
        // Less than the smallest block is not handed out.
        long open = others >= smallestBlock() ? others : 0;
        Duration untilFull = Duration.between(now, believed.fullAt());
        return new Quota(leased + open, untilFull.isNegative() ? Duration.ZERO : untilFull);
    }

    /**
     * What is left of a limit.
     *
     * @param left how many tokens can still be used at once
     * @param untilFull how long until the bucket is full again if no more tokens are used
     */
    public record Quota(long left, Duration untilFull) {}

    private Duration lease(long cost, Instant now) {
        long owed = owed(now);
        long block = block(cost - leased, now);
        // A request that costs more than a second's worth is paid off afterwards, or it could never be made.
        long required = Math.min(owed + block, rate.perSecond());
        Duration early = timeUntil(required, now);
        if (early.isPositive()) {
            return early;
        }
        Taken taken = shared.take(limit, owed + block, required, seen, now);
        see(taken, now);
        if (!taken.granted()) {
            believed = seen.without(rate, owed, now);
            refusals++;
            pausedUntil = now.plus(pause());
            return timeUntil(required, now);
        }
        refusals = 0;
        leased += block - cost;
        leasedUntil = now.plus(LEASE);
        return Duration.ZERO;
    }

    /** An account that has used up its tokens is not quiet, however few of its requests reach this environment. */
    private void see(Taken taken, Instant now) {
        seen = taken.bucket();
        believed = seen;
        if (!taken.granted() || seen.tokens(rate, now) < smallestBlock()) {
            scarceUntil = now.plus(LEASE);
        }
    }

    /** All that is there where it is about one block, else one block; when there is less, the smallest block, which comes back. */
    private long block(long cost, Instant now) {
        long smallest = Math.max(cost, smallestBlock());
        long there = believed.tokens(rate, now);
        if (refusals > 0 || there < smallest) {
            return smallest;
        }
        long whole = Math.max(smallest, Math.max(BLOCK, rate.perSecond() / BLOCKS_PER_SECOND));
        return there <= whole + smallest ? there : whole;
    }

    private long smallestBlock() {
        return Math.min(BLOCK, rate.perSecond());
    }

    /** Never zero when the tokens are not there yet, so that no call is made in vain. */
    private Duration timeUntil(long required, Instant now) {
        Instant there = seen.timeOf(rate, required);
        Duration wait = Duration.between(now, there.isAfter(pausedUntil) ? there : pausedUntil);
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    /** Zero after the first refusal, which is why the wait of a client that is alone is exact. */
    private Duration pause() {
        if (refusals < 2) {
            return Duration.ZERO;
        }
        Duration pause = Duration.ofSeconds(1L << Math.min(refusals, 10));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    /** The tokens that were used here and not yet taken from the shared bucket; those that would have come back are forgotten. */
    private long owed(Instant now) {
        Instant from = seen.fullAt().isAfter(now) ? seen.fullAt() : now;
        return Math.max(0, rate.burst() - believed.tokens(rate, from));
    }

    private void expire(Instant now) {
        if (!leasedUntil.isAfter(now)) {
            leased = 0;
        }
    }

    /** Counts the demand, whether it is met or not, in a bucket of a tenth of the rate: two seconds' worth, or one block. */
    private boolean isQuiet(long cost, Instant now) {
        int most = Math.clamp(rate.burst() / QUIET_PART, 1, BLOCK);
        Duration whole = rate.timeFor((long) QUIET_PART * most);
        Duration used = Duration.between(now, quietAt);
        Duration wanted = (used.isNegative() ? Duration.ZERO : used).plus(rate.timeFor(QUIET_PART * cost));
        boolean quiet = wanted.compareTo(whole) <= 0;
        quietAt = now.plus(quiet ? wanted : whole);
        return quiet;
    }
}
