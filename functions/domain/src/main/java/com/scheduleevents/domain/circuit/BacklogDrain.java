package com.scheduleevents.domain.circuit;

import static com.scheduleevents.domain.webhook.HealthChange.Rule;

import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The rules of a drain, which moves the backlog of a closed circuit to the retry queue. Like those of {@link CircuitBreaker}, each is a
 * pure function from a webhook's health as it was read; empty means that nothing is to be written.
 *
 * @param leases how long a drain step owns its webhook
 * @param warnings when the owner is told
 */
public record BacklogDrain(Leases leases, OwnerWarnings warnings) {

    /** How many deliveries the first step of a drain moves, and by how many more each further one: additive increase. */
    public static final int INCREASE = 10;

    /** The most deliveries that one step of a drain moves, unless the limit of its webhook is higher. */
    public static final int FASTEST = 500;

    /** The wait between two steps of a drain. */
    public static final Duration INTERVAL = Duration.ofSeconds(1);

    /** The most time for which a step moves what the limit of its webhook allows, so that no pause ends in a burst. */
    public static final Duration LONGEST_STEP = Duration.ofSeconds(2);

    /**
     * How long after its circuit has closed fan-out may add deliveries to the backlog, because it read the webhook before: until it is ended
     * after a minute, and as much again for a write that is under way.
     */
    public static final Duration LATEST_ADDITION = Duration.ofMinutes(2);

    /** A step that begins so long after it was due was kept by the queue: longer than its interval and the moving of the step before. */
    private static final Duration LATE_STEP = Duration.ofSeconds(5);

    private static final int LEASE_SPREAD_MILLIS = 1_000;

    private static final int MILLIS_A_SECOND = 1_000;

    /**
     * After a delivery was added to the backlog although the circuit is closed, because it waited too long for its turn or its
     * webhook has a limit: starts a drain if none is running.
     *
     * @param random tells the leases apart of senders that start a drain in the same millisecond, so that only one sends its probe
     */
    public Optional<HealthChange> afterExcess(Health read, Instant now, RandomGenerator random) {
        return switch (read.circuit()) {
            case Circuit.Closed _ ->
                Optional.of(new HealthChange(
                        Rule.DRAIN_STARTED, read.withCircuit(started(), nextLease(read, now, random))));
            case Circuit.Draining _, Circuit.Open _, Circuit.HalfOpen _, Circuit.Pulled _ -> Optional.empty();
        };
    }

    /**
     * How many deliveries a step moves. Where the webhook has a limit, it is what that allows for the time that the step is for. Whole
     * deliveries are counted from the epoch, so that no fraction is lost between two steps.
     *
     * @param limit how many the webhook gets in a second
     */
    public int deliveriesOfStep(Circuit.Draining drain, Instant lease, OptionalInt limit, Instant begun) {
        if (limit.isEmpty()) {
            return drain.pace();
        }
        int allowed = Math.toIntExact(
                allowedUntil(endOfStep(lease, begun), limit) - allowedUntil(beginOfStep(lease, begun), limit));
        return drain.pace() < FASTEST ? Math.min(drain.pace(), allowed) : allowed;
    }

    /** The time that a step is for begins where that of the step before ended, which is when the lease was taken. */
    private Instant beginOfStep(Instant lease, Instant begun) {
        Instant earliest = begun.minus(LONGEST_STEP);
        Instant latest = begun.plus(INTERVAL);
        Instant taken = leases.beginOf(lease);
        return taken.isBefore(earliest) ? earliest : taken.isAfter(latest) ? latest : taken;
    }

    /** At least an interval later: steps follow at that distance, whatever the clocks of two senders say. */
    private Instant endOfStep(Instant lease, Instant begun) {
        Instant earliest = beginOfStep(lease, begun).plus(INTERVAL);
        return begun.isAfter(earliest) ? begun : earliest;
    }

    private static long allowedUntil(Instant time, OptionalInt limit) {
        return time.toEpochMilli() * limit.getAsInt() / MILLIS_A_SECOND;
    }

    /**
     * After a drain step that moved deliveries. The pace rises by {@link #INCREASE} while the receiver takes them, and is
     * halved when an attempt failed, the receiver became slow, or a delivery that was moved had to wait for its turn; but not because
     * of deliveries that came late if the step did, too, which has a turn of its own: then the queue was late, and the receiver is not to blame.
     *
     * @param begun when the step began; the next lease is taken from the end of its time, which tells the next step how much a limit allows
     */
    public Optional<HealthChange> afterStep(Health read, Instant lease, Instant begun) {
        if (!(read.circuit() instanceof Circuit.Draining drain) || !read.isLeasedUntil(lease)) {
            return Optional.empty();
        }
        Circuit.Draining next = drain.atPace(nextPace(read, drain, lease, begun));
        Instant until = leases.after(lease, endOfStep(lease, begun));
        return Optional.of(warnings.ifDue(new HealthChange(Rule.DRAINED, read.withCircuit(next, until)), begun));
    }

    private int nextPace(Health read, Circuit.Draining drain, Instant lease, Instant begun) {
        if (!drain.strained()) {
            return Math.min(FASTEST, drain.pace() + INCREASE);
        }
        boolean queueWasLate = begun.isAfter(leases.beginOf(lease).plus(LATE_STEP));
        boolean receiverStruggles = read.isFailing() || read.slow();
        return queueWasLate && !receiverStruggles ? drain.pace() : Math.max(1, drain.pace() / 2);
    }

    /**
     * After a drain step that found the backlog empty. The webhook stays due for a second look: a sender that read the webhook
     * before this write may be adding a delivery to the backlog.
     */
    public Optional<HealthChange> afterEnd(Health read, Instant lease, Instant now) {
        return read.circuit() instanceof Circuit.Draining && read.isLeasedUntil(lease)
                ? Optional.of(new HealthChange(
                        Rule.DRAIN_ENDED, read.withClosedCircuit(Optional.of(leases.secondLook(lease, now)))))
                : Optional.empty();
    }

    /**
     * After a look at the backlog of a webhook whose circuit is closed and that nothing drains. A sender that adds a delivery reads the
     * webhook again afterwards, so one of the two notices the other. Fan-out does not, so the webhook stays due for a last look when it can
     * add nothing any more.
     *
     * @param lease the {@code dueAt} under which the backlog was read
     * @param found whether the backlog held a delivery
     */
    public Optional<HealthChange> afterLook(Health read, Instant lease, boolean found, Instant now) {
        if (read.hasBacklog() || !read.isLeasedUntil(lease)) {
            return Optional.empty();
        }
        if (found) {
            return Optional.of(
                    new HealthChange(Rule.DRAIN_STARTED, read.withCircuit(started(), leases.after(lease, now))));
        }
        HealthChange warned = warnings.ifDue(new HealthChange(Rule.SETTLED, read), now);
        Health known = warned.health();
        Optional<Instant> due = Stream.of(
                        // Where it has passed without a warning, the next failed attempt sets another.
                        warnings.due(known).filter(at -> at.isAfter(now)), lastLook(known, lease, now))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
        return Optional.of(new HealthChange(Rule.SETTLED, known.withClosedCircuit(due), warned.mails()));
    }

    private static Optional<Instant> lastLook(Health read, Instant lease, Instant now) {
        return read.closedAt()
                .map(closed -> closed.plus(LATEST_ADDITION))
                .filter(last -> last.isAfter(now))
                .map(last -> Leases.different(lease, last));
    }

    /** The first step of a drain. */
    static Circuit.Draining started() {
        return new Circuit.Draining(INCREASE, false);
    }

    private Instant nextLease(Health read, Instant now, RandomGenerator random) {
        Instant shortened = now.minusMillis(random.nextInt(LEASE_SPREAD_MILLIS));
        return read.dueAt().map(before -> leases.after(before, shortened)).orElseGet(() -> leases.from(shortened));
    }
}
