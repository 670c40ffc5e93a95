package com.scheduleevents.cloud.faults;

import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Short times in which one operation of one caller goes wrong in the same way again and again, so that the client's retries do not help:
 * what a throttled table or a bad machine of a service looks like. All else works meanwhile, which an outage of the whole service
 * does not try.
 */
final class FaultStreaks {

    private static final List<FaultKind> KINDS = List.of(
            FaultKind.REFUSED,
            FaultKind.THROTTLED,
            FaultKind.RESPONSE_LOST,
            FaultKind.DELAYED,
            FaultKind.APPLIED_LATER);

    /** Some calls get through. */
    private static final double RATE = 0.75;

    private static final Duration MEAN = Duration.ofSeconds(20);
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private final Scheduler scheduler;
    private final RandomGenerator random;
    private final Map<CallSite, Streak> streaks = new HashMap<>();

    FaultStreaks(Scheduler scheduler, RandomStreams streams) {
        this.scheduler = scheduler;
        this.random = streams.stream("streaks");
    }

    /** What goes wrong with one call, if it is in a streak or begins one. */
    Optional<FaultKind> atCall(CallSite called, FaultLevel level) {
        CallSite site = called.ofAnyTarget();
        long now = scheduler.nanos();
        Streak streak = streaks.get(site);
        if (streak == null || streak.end() <= now) {
            if (random.nextDouble() >= level.rate(FaultKind.STREAK)) {
                return Optional.empty();
            }
            long time = Math.min((long) (random.nextExponential() * MEAN.toNanos()), LONGEST.toNanos());
            streak = new Streak(KINDS.get(random.nextInt(KINDS.size())), now + time);
            streaks.put(site, streak);
        }
        return random.nextDouble() < RATE ? Optional.of(streak.kind()) : Optional.empty();
    }

    void end() {
        streaks.clear();
    }

    private record Streak(FaultKind kind, long end) {}
}
