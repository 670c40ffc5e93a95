package com.scheduleevents.api.http;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.rate.LeasedTokens;
import com.scheduleevents.domain.rate.LeasedTokens.Quota;
import com.scheduleevents.domain.rate.Rate;
import com.scheduleevents.domain.rate.RateLimit;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what one request costs from the limits that it counts towards. When a shared bucket cannot be reached, the request is not limited:
 * a limit protects the service, and must not be what fails.
 */
final class RequestCharge {

    private static final Logger LOG = LoggerFactory.getLogger(RequestCharge.class);

    /** What a second of waiting costs at least. */
    private static final int LEAST_PER_SECOND_OF_WAITING = 4;

    /** A limit never allows more waiting requests than these all the time, so that no account takes all places of a function. */
    private static final int MOST_WAITING = 25;

    private final List<LeasedTokens> limits;
    private final InstantSource clock;
    private Optional<Refusal> refusal = Optional.empty();

    /** @param limits in the order in which they are asked; none for a request that costs nothing */
    RequestCharge(List<LeasedTokens> limits, InstantSource clock) {
        this.limits = List.copyOf(limits);
        this.clock = clock;
    }

    /**
     * Pays in advance.
     *
     * @throws ApiException 429 when a limit does not allow it now
     */
    void pay(int cost) {
        limits.forEach(limit -> pay(limit, lease -> lease.pay(cost, clock.instant())));
    }

    /**
     * Pays in advance for a time in which the request does nothing but occupy its function.
     *
     * @throws ApiException 429 when a limit does not allow it now
     */
    void payForWaiting(Duration time) {
        limits.forEach(limit -> pay(
                limit,
                lease -> lease.payShared(costOfWaiting(time, limit.limit().rate()), clock.instant())));
    }

    private void pay(LeasedTokens limit, Function<LeasedTokens, Duration> payment) {
        long wait = checked(limit, lease -> payment.apply(lease).toNanos());
        if (wait > 0) {
            refusal = Optional.of(new Refusal(limit.limit(), Duration.ofNanos(wait)));
            throw refused(limit.limit());
        }
    }

    private static long costOfWaiting(Duration time, Rate rate) {
        long perSecond = Math.max(LEAST_PER_SECOND_OF_WAITING, rate.perSecond() / MOST_WAITING);
        return Math.ceilDiv(time.toMillis() * perSecond, 1_000);
    }

    /** Takes what the request turned out to cost, whether that is there or not. */
    void charge(int cost) {
        for (LeasedTokens limit : limits) {
            checked(limit, lease -> {
                lease.charge(cost, clock.instant());
                return 0;
            });
        }
    }

    /** The limit that refused the request; empty when none did. */
    Optional<Refusal> refusal() {
        return refusal;
    }

    /** What is left of each limit. */
    List<Remainder> remainders() {
        return limits.stream().map(this::remainder).toList();
    }

    private Remainder remainder(LeasedTokens limit) {
        Quota quota = limit.quota(clock.instant());
        boolean refused =
                refusal.filter(none -> none.limit().equals(limit.limit())).isPresent();
        return new Remainder(limit.limit(), refused ? 0 : quota.left(), quota.untilFull());
    }

    private long checked(LeasedTokens limit, ToLongFunction<LeasedTokens> call) {
        try {
            return call.applyAsLong(limit);
        } catch (RuntimeException e) {
            limit.stopChecking(clock.instant());
            LOG.warn(
                    "a rate limit was not checked subject={} id={} {}",
                    limit.limit().subject(),
                    limit.limit().id(),
                    ExceptionSummary.of(e));
            return 0;
        }
    }

    private static ApiException refused(RateLimit limit) {
        String who =
                switch (limit.subject()) {
                    case KEY -> "This API key";
                    case ACCOUNT -> "The account of this API key";
                    case ADDRESS -> "Your network address";
                };
        return new ApiException(
                ErrorCode.RATE_LIMITED,
                null,
                who + " makes more than " + limit.rate().perSecond()
                        + " requests per second. Wait as many seconds as Retry-After says, then try again.");
    }

    /**
     * A limit that did not allow the request.
     *
     * @param pause how long until it does
     */
    record Refusal(RateLimit limit, Duration pause) {}

    /**
     * What is left of a limit.
     *
     * @param left how many tokens can be used at once
     * @param untilFull how long until all can, if none is used
     */
    record Remainder(RateLimit limit, long left, Duration untilFull) {}
}
