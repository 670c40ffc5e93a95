package com.scheduleevents.cloud.faults;

import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;

/** Draws what goes wrong, each port's from a stream of its own, and counts it. */
public final class FaultInjector implements ServiceFaults {

    private static final List<FaultKind> AT_CALLS = List.of(
            FaultKind.REFUSED,
            FaultKind.THROTTLED,
            FaultKind.RESPONSE_LOST,
            FaultKind.REPEATED,
            FaultKind.DELAYED,
            FaultKind.APPLIED_LATER,
            FaultKind.KILLED_BEFORE,
            FaultKind.KILLED_AFTER);

    /** Four attempts of a client all fail in half of its calls. */
    private static final double RATE_OF_FAILING = 0.84;

    private final Scheduler scheduler;
    private final RandomStreams streams;
    private final FaultFilter filter;
    private final FaultCounts counts = new FaultCounts();
    private final Map<String, RandomGenerator> randoms = new HashMap<>();
    private final List<BiConsumer<CallSite, FaultKind>> witnesses = new ArrayList<>();
    private final Outages outages;
    private final FaultStreaks streaks;

    /** Those that a call has passed since the level was set. */
    private final Set<CallSite> passed = new HashSet<>();

    /** Until when calls of some callers fail. */
    private final Map<String, Long> failing = new HashMap<>();

    /** Until when all calls of a function are delayed, by its name. */
    private final Map<String, Long> delayed = new HashMap<>();

    /** Until when messages of a queue come twice, by its name. */
    private final Map<String, Long> duplicated = new HashMap<>();

    private FaultLevel level;
    private long drawn;

    /**
     * @param filter which of the drawn faults happen
     */
    public FaultInjector(Scheduler scheduler, RandomStreams streams, FaultLevel level, FaultFilter filter) {
        this.scheduler = scheduler;
        this.streams = streams.fork("faults");
        this.filter = filter;
        this.level = level;
        this.outages = new Outages(scheduler, this.streams.fork("outages"));
        this.streaks = new FaultStreaks(scheduler, this.streams);
    }

    @Override
    public FaultLevel level() {
        return level;
    }

    /** From now on so much goes wrong; outages and streaks are over, and drawn anew. */
    public void become(FaultLevel next) {
        level = next;
        passed.clear();
        outages.end();
        streaks.end();
    }

    /** Makes a service fail from now on for so long, whatever else is drawn. */
    public void breakDown(String port, Duration time) {
        outages.begin(port, time);
    }

    /** Makes half of the calls of a function fail from now on for so long, with all attempts of its client, whatever else is drawn. */
    public void failCalls(String caller, Duration time) {
        failing.put(caller, scheduler.nanos() + time.toNanos());
    }

    /** Makes each call of a function wait for its service from now on for so long, whatever else is drawn. */
    public void delayCalls(String caller, Duration time) {
        delayed.put(caller, scheduler.nanos() + time.toNanos());
    }

    /** Delivers each second message of a queue again at once from now on for so long, whatever else is drawn. */
    public void duplicateMessages(String queue, Duration time) {
        duplicated.put(queue, scheduler.nanos() + time.toNanos());
    }

    /** Tells a witness of everything that goes wrong from now on. */
    public void watch(BiConsumer<CallSite, FaultKind> witness) {
        witnesses.add(witness);
    }

    /** What was passed and what went wrong so far. */
    public FaultCounts counts() {
        return counts;
    }

    /** How many faults were drawn so far, whether or not the filter let them happen. */
    public long drawn() {
        return drawn;
    }

    /**
     * Counts that a place was passed that is no call of a service.
     *
     * @param killable whether the caller can die there
     */
    public void passes(CallSite site, boolean killable) {
        counts.call(site, killable);
    }

    /** What goes wrong with one call, if anything does. */
    Optional<FaultKind> atCall(CallSite site, boolean killable) {
        counts.call(site, killable);
        if (outages.isOut(site.port(), level) && happens(FaultKind.OUTAGE, site)) {
            return Optional.of(FaultKind.OUTAGE);
        }
        if (scheduler.nanos() < failing.getOrDefault(site.caller(), Long.MIN_VALUE)
                && random("failing calls").nextDouble() < RATE_OF_FAILING
                && happens(FaultKind.REFUSED, site)) {
            return Optional.of(FaultKind.REFUSED);
        }
        if (scheduler.nanos() < delayed.getOrDefault(site.caller(), Long.MIN_VALUE)
                && happens(FaultKind.DELAYED, site)) {
            return Optional.of(FaultKind.DELAYED);
        }
        Optional<FaultKind> again = streaks.atCall(site, level);
        if (again.isPresent() && happens(FaultKind.STREAK, site)) {
            tell(site, again.get());
            return again;
        }
        double draw = random(site.port()).nextDouble();
        for (FaultKind kind : AT_CALLS) {
            double rate = level.rate(kind);
            if (draw < rate) {
                boolean possible = killable || (kind != FaultKind.KILLED_BEFORE && kind != FaultKind.KILLED_AFTER);
                return possible && happens(kind, site) ? Optional.of(kind) : Optional.empty();
            }
            draw -= rate;
        }
        return killable && passed.add(site) ? firstDeath(site) : Optional.empty();
    }

    /** The first calls are deadlier: chance alone would never kill an environment at a call that is made once in many runs. */
    private Optional<FaultKind> firstDeath(CallSite site) {
        double rate = level.rateOfFirstDeath();
        double draw = random("first calls").nextDouble();
        if (draw >= 2 * rate) {
            return Optional.empty();
        }
        FaultKind death = draw < rate ? FaultKind.KILLED_BEFORE : FaultKind.KILLED_AFTER;
        return happens(death, site) ? Optional.of(death) : Optional.empty();
    }

    @Override
    public boolean strikes(FaultKind kind, CallSite site) {
        return (random(site.port()).nextDouble() < level.rate(kind) || isDuplicated(kind, site)) && happens(kind, site);
    }

    private boolean isDuplicated(FaultKind kind, CallSite site) {
        return kind == FaultKind.DUPLICATE_MESSAGE
                && scheduler.nanos() < duplicated.getOrDefault(site.operation(), Long.MIN_VALUE)
                && random("duplicated messages").nextBoolean();
    }

    /** A time of a fault: exponentially distributed, so that most are short and a few are long. */
    @Override
    public Duration time(String port, Duration mean, Duration most) {
        double nanos = random(port).nextExponential() * mean.toNanos();
        return Duration.ofNanos(Math.min((long) nanos, most.toNanos()));
    }

    /** A number of a fault. */
    public int number(String port, int below) {
        return random(port).nextInt(below);
    }

    private boolean happens(FaultKind kind, CallSite site) {
        if (!filter.lets(drawn++, kind, site)) {
            return false;
        }
        counts.fault(site, kind);
        tell(site, kind);
        return true;
    }

    /** A fault of a streak is told of twice: as one of a streak, and as what happens to the call. */
    private void tell(CallSite site, FaultKind kind) {
        witnesses.forEach(witness -> witness.accept(site, kind));
    }

    private RandomGenerator random(String port) {
        return randoms.computeIfAbsent(port, streams::stream);
    }

    /** The place where the current task calls a port. */
    CallSite site(String port, String operation, String target) {
        return new CallSite(scheduler.currentGroup().role(), port, operation, target);
    }
}
