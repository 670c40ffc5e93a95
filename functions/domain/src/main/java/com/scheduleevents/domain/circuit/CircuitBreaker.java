package com.scheduleevents.domain.circuit;

import static com.scheduleevents.domain.webhook.HealthChange.Rule;

import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.Failures;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthChange;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The rules of the circuit breaker. Each is a pure function from a webhook's health as it was read, and what happened, to the
 * health afterwards; empty means that nothing is to be written. docs/delivery.md shows them as a table.
 *
 * @param firstWait the wait between the opening of a circuit and its first probe; it doubles after each failed probe
 * @param longestWait the upper bound of the wait between two probes
 * @param lease how long a probe or a drain step owns its webhook; longer than the sender's time-out
 * @param warnAfter how long a webhook fails before its owner is warned
 */
public record CircuitBreaker(Duration firstWait, Duration longestWait, Duration lease, Duration warnAfter) {

    /** The failure score that opens the circuit: ten failed attempts in a row, or nine in ten for a while. */
    public static final int OPENING_SCORE = 10;

    /** How many probes in a row have to go well, after the first success, before the circuit closes. */
    public static final int PROBES_TO_CLOSE = 3;

    /** How many deliveries the first step of a drain moves, and by how many more each further one: additive increase. */
    public static final int DRAIN_INCREASE = 10;

    /** The most deliveries that one step of a drain moves. */
    public static final int FASTEST_DRAIN = 500;

    /** The wait between two steps of a drain. */
    public static final Duration DRAIN_INTERVAL = Duration.ofSeconds(1);

    /** The minimum time between two e-mails about single rejected events, as a multiple of {@code warnAfter}: six hours. */
    public static final int REJECTION_MAIL_SPACING = 6;

    private static final double JITTER = 0.1;
    private static final int LEASE_SPREAD_MILLIS = 1_000;

    /** Rejects durations that are not positive. */
    public CircuitBreaker {
        if (!firstWait.isPositive() || !longestWait.isPositive() || !lease.isPositive() || !warnAfter.isPositive()) {
            throw new IllegalArgumentException("the durations of a circuit breaker must be positive");
        }
    }

    /**
     * After a successful attempt: halves the failure score, and ends the failing episode when it is zero. An open circuit that
     * would not be probed for long is probed at once.
     *
     * @param pace whether the receiver is slow now, and the attempt came late
     */
    public Optional<HealthChange> afterSuccess(Health read, Pace pace, Instant now) {
        Health measured = measured(read, pace);
        if (!read.isFailing()) {
            return changed(Rule.MEASURED, read, measured);
        }
        Health halved = probedSoon(measured.with(read.failures().halved()), now);
        if (halved.isFailing()) {
            return Optional.of(new HealthChange(Rule.SUCCEEDED, halved));
        }
        return Optional.of(new HealthChange(
                Rule.RECOVERED,
                halved.withHealthySince(millis(now)),
                read.failingSince().filter(_ -> read.isWarned()).map(DueMail::recovered)));
    }

    /**
     * After a failed attempt: raises the failure score, opens the circuit when it reaches {@link #OPENING_SCORE}, slows a drain,
     * and tells the owner of an event that the receiver rejects while it accepts others. An attempt that began before the last
     * recovery says nothing about the present.
     *
     * @param failed the event, when its attempts began, and how the last one failed
     * @param begun when the attempt began
     * @param more whether the delivery has further attempts
     * @param pace whether the receiver is slow now, and the attempt came late
     */
    public Optional<HealthChange> afterFailure(
            Health read, RejectedEvent failed, Instant begun, boolean more, Pace pace) {
        Health measured = measured(read, pace);
        if (read.healthySince().filter(since -> !since.isBefore(millis(begun))).isPresent()) {
            return changed(Rule.MEASURED, read, measured);
        }
        Failures failures = read.failures().plus(millis(begun), failed.last(), OPENING_SCORE);
        Instant now = millis(failed.notifiedAt());
        Health failing = measured.with(failures);
        if (failures.score() == OPENING_SCORE && !read.isCircuitOpen()) {
            Health opened = failing.withCircuit(new Circuit.Open(firstWait), millis(now.plus(firstWait)));
            return Optional.of(withRejection(new HealthChange(Rule.OPENED, opened), failed, more));
        }
        Health strained = strained(failing);
        Health due = strained.probeAt().isPresent() || strained.isWarned()
                ? strained
                : strained.withClosedCircuit(Optional.of(millis(begun.plus(warnAfter))));
        return Optional.of(withRejection(new HealthChange(Rule.FAILED, due), failed, more));
    }

    /**
     * After a probe of an open or half-open circuit. A success makes it half-open; then each probe tries twice as many
     * deliveries as the one before, and {@link #PROBES_TO_CLOSE} in a row that went well close the circuit, whatever the backlog
     * holds. A failure doubles the wait. Where the next probe follows at once, the same write takes its lease, so that the clock
     * does not start a second one.
     *
     * @param lease the probe's lease
     * @param result the result of the probe's attempts
     */
    public Optional<HealthChange> afterProbe(
            Health read, Instant lease, ProbeResult result, Instant now, RandomGenerator random) {
        if (!read.isCircuitOpen() || !read.isLeasedUntil(lease)) {
            return Optional.empty();
        }
        if (result.attempted() == 0) {
            return Optional.of(
                    warned(Rule.PROBED_NOTHING, read.withCircuit(read.circuit(), leaseAfter(lease, now)), now));
        }
        return Optional.of(
                switch (read.circuit()) {
                    case Circuit.Open(Duration wait) ->
                        result.succeeded() > 0
                                ? passed(read, new Circuit.HalfOpen(0, wait), lease, now)
                                : failed(read, wait, now, random);
                    case Circuit.HalfOpen(int passed, Duration wait) ->
                        result.mostFailed()
                                ? failed(read, wait, now, random)
                                : passed + 1 < PROBES_TO_CLOSE
                                        ? passed(read, new Circuit.HalfOpen(passed + 1, wait), lease, now)
                                        : closed(read.withCircuit(drain(), leaseAfter(lease, now)), true, now);
                    case Circuit.Closed _, Circuit.Draining _ ->
                        throw new IllegalStateException("the circuit is closed");
                });
    }

    /** How many deliveries the next probe tries: one while the circuit is open; 2, 4 and 8 while it is half-open. */
    public static int deliveriesOfProbe(Circuit circuit) {
        return circuit instanceof Circuit.HalfOpen(int passed, Duration _) ? 2 << passed : 1;
    }

    /**
     * After a probe of an open or half-open circuit that found the backlog empty. Nothing shows whether the receiver works again, so
     * the failure score is halved and the wait doubled, until the score is used up: then the circuit closes, without waiting retries
     * being made at once. A half-open circuit closes at once. A circuit that closes stays due for a second look, as after a drain.
     */
    public Optional<HealthChange> afterEmptyProbe(Health read, Instant lease, Instant now, RandomGenerator random) {
        if (!read.isCircuitOpen() || !read.isLeasedUntil(lease)) {
            return Optional.empty();
        }
        Failures failures = read.failures();
        if (read.circuit() instanceof Circuit.Open(Duration wait) && failures.score() > 1) {
            return Optional.of(warned(Rule.PROBED_EMPTY, opened(read.with(failures.faded()), wait, now, random), now));
        }
        return Optional.of(closed(
                read.withClosedCircuit(Optional.of(secondLook(lease, now))),
                read.circuit() instanceof Circuit.HalfOpen,
                now));
    }

    /**
     * After a delivery was added to the backlog although the circuit is closed, because it waited too long for its turn or its
     * webhook has a limit: starts a drain if none is running.
     *
     * @param late whether it waited too long, which its owner is told after {@code warnAfter}
     * @param random tells the leases apart of senders that start a drain in the same millisecond, so that only one sends its probe
     */
    public Optional<HealthChange> afterExcess(Health read, boolean late, Instant now, RandomGenerator random) {
        return switch (read.circuit()) {
            case Circuit.Closed _ ->
                Optional.of(new HealthChange(
                        Rule.DRAIN_STARTED,
                        read.withCircuit(
                                late ? drain().withExcess(millis(now)) : drain(), nextLease(read, now, random))));
            case Circuit.Draining drain
            when late && drain.excessSince().isEmpty() ->
                Optional.of(new HealthChange(Rule.DRAIN_STARTED, read.withCircuit(drain.withExcess(millis(now)))));
            case Circuit.Draining _, Circuit.Open _, Circuit.HalfOpen _ -> Optional.empty();
        };
    }

    /**
     * After a drain step that moved deliveries. The pace rises by {@link #DRAIN_INCREASE} while the receiver takes them, and is
     * halved when an attempt failed, the receiver became slow, or a delivery that was moved had to wait for its turn. The owner of
     * an endpoint that has not kept up with its events for {@code warnAfter} is told.
     */
    public Optional<HealthChange> afterDrainStep(Health read, Instant lease, Instant now) {
        if (!(read.circuit() instanceof Circuit.Draining drain) || !read.isLeasedUntil(lease)) {
            return Optional.empty();
        }
        int pace = drain.strained()
                ? Math.max(1, drain.pace() / 2)
                : Math.min(FASTEST_DRAIN, drain.pace() + DRAIN_INCREASE);
        Circuit.Draining next = drain.atPace(pace);
        Instant until = leaseAfter(lease, now);
        Optional<Instant> excess = drain.excessSince()
                .filter(_ -> !drain.notified())
                .filter(since -> !now.isBefore(since.plus(warnAfter)));
        return excess.isPresent()
                ? Optional.of(new HealthChange(
                        Rule.DRAINED, read.withCircuit(next.withNotice(), until), excess.map(DueMail::slow)))
                : Optional.of(warned(Rule.DRAINED, read.withCircuit(next, until), now));
    }

    /**
     * After a drain step that found the backlog empty. The webhook stays due for a second look: a sender that read the webhook
     * before this write may be adding a delivery to the backlog.
     */
    public Optional<HealthChange> afterDrain(Health read, Instant lease, Instant now) {
        return read.circuit() instanceof Circuit.Draining && read.isLeasedUntil(lease)
                ? Optional.of(
                        new HealthChange(Rule.DRAIN_ENDED, read.withClosedCircuit(Optional.of(secondLook(lease, now)))))
                : Optional.empty();
    }

    /**
     * After a look at the backlog of a webhook whose circuit is closed and that nothing drains. Whoever adds a delivery reads the
     * webhook again afterwards, so one of the two notices the other.
     *
     * @param lease the {@code probeAt} under which the backlog was read
     * @param found whether the backlog held a delivery
     */
    public Optional<HealthChange> afterLook(Health read, Instant lease, boolean found, Instant now) {
        if (read.hasBacklog() || !read.isLeasedUntil(lease)) {
            return Optional.empty();
        }
        if (found) {
            return Optional.of(new HealthChange(Rule.DRAIN_STARTED, read.withCircuit(drain(), leaseAfter(lease, now))));
        }
        HealthChange warned = warned(Rule.SETTLED, read, now);
        Health known = warned.health();
        Optional<Instant> warning =
                known.failingSince().filter(_ -> !known.isWarned()).map(since -> millis(since.plus(warnAfter)));
        return Optional.of(new HealthChange(Rule.SETTLED, known.withClosedCircuit(warning), warned.mail()));
    }

    /** When a lease that is taken now ends. */
    public Instant leaseFrom(Instant now) {
        return millis(now.plus(lease));
    }

    private static Optional<HealthChange> changed(Rule rule, Health read, Health after) {
        return after.equals(read) ? Optional.empty() : Optional.of(new HealthChange(rule, after));
    }

    private static Health measured(Health read, Pace pace) {
        Health measured = read.withSlow(pace.slow());
        boolean slower = pace.slow() && !read.slow();
        return slower || pace.late() ? strained(measured) : measured;
    }

    private static Health strained(Health health) {
        return health.circuit() instanceof Circuit.Draining drain ? health.withCircuit(drain.underStrain()) : health;
    }

    /** A probe that runs has a lease, which is left to it; a longer wait is cut short. */
    private Health probedSoon(Health health, Instant now) {
        return health.circuit() instanceof Circuit.Open open
                        && health.probeAt()
                                .filter(at -> at.isAfter(now.plus(lease)))
                                .isPresent()
                ? health.withCircuit(open, millis(now))
                : health;
    }

    /** The owner of a webhook that has been failing for {@code warnAfter} is warned once in the failing episode. */
    private HealthChange warned(Rule rule, Health health, Instant now) {
        return health.failingSince()
                .filter(_ -> !health.isWarned())
                .filter(since -> !now.isBefore(since.plus(warnAfter)))
                .map(since -> new HealthChange(
                        rule, health.with(health.failures().warned()), Optional.of(DueMail.warning(since))))
                .orElseGet(() -> new HealthChange(rule, health));
    }

    /**
     * Each success lowers the score of a receiver that accepts most events, so its owner is not warned of the one that it rejects,
     * and yet that delivery's last attempt disables the webhook. The owner therefore gets one e-mail about the event after
     * {@code warnAfter}, and can dismiss the delivery. Several such events within {@link #REJECTION_MAIL_SPACING} times
     * {@code warnAfter} share one e-mail, which explains how to list them; retries last far longer, so none is missed.
     */
    private HealthChange withRejection(HealthChange change, RejectedEvent rejected, boolean more) {
        Health known = change.health();
        Instant now = millis(rejected.notifiedAt());
        Instant lately = now.minus(warnAfter.multipliedBy(REJECTION_MAIL_SPACING));
        boolean longEnough = !now.isBefore(rejected.failingSince().plus(warnAfter));
        boolean othersAccepted =
                known.healthySince().filter(rejected.failingSince()::isBefore).isPresent();
        boolean notifiedLately = known.rejectedEvent()
                .filter(last -> last.covers(rejected.event(), lately))
                .isPresent();
        if (!more || !longEnough || !othersAccepted || known.isWarned() || notifiedLately) {
            return change;
        }
        RejectedEvent told = new RejectedEvent(
                rejected.event(), millis(rejected.failingSince()), rejected.attempts(), rejected.last(), now);
        return new HealthChange(change.rule(), known.with(told), Optional.of(DueMail.refused(now)));
    }

    private HealthChange passed(Health read, Circuit.HalfOpen next, Instant lease, Instant now) {
        return warned(Rule.PROBE_PASSED, read.withCircuit(next, leaseAfter(lease, now)), now);
    }

    private HealthChange failed(Health read, Duration wait, Instant now, RandomGenerator random) {
        return warned(Rule.PROBE_FAILED, opened(read, wait, now, random), now);
    }

    private Health opened(Health read, Duration wait, Instant now, RandomGenerator random) {
        return read.withCircuit(new Circuit.Open(longer(wait)), millis(now.plus(jittered(wait, random))));
    }

    /** @param works whether the receiver takes deliveries again, so that retries that wait are made at once */
    private HealthChange closed(Health closed, boolean works, Instant now) {
        return warned(Rule.CLOSED, works ? closed.withRetriesExpeditedAt(millis(now)) : closed, now);
    }

    private static Circuit.Draining drain() {
        return new Circuit.Draining(DRAIN_INCREASE, false, Optional.empty(), false);
    }

    private Instant secondLook(Instant lease, Instant now) {
        return after(lease, now.plus(this.lease.dividedBy(2)));
    }

    private Instant leaseAfter(Instant before, Instant now) {
        return after(before, leaseFrom(now));
    }

    private Instant nextLease(Health read, Instant now, RandomGenerator random) {
        Instant shortened = now.minusMillis(random.nextInt(LEASE_SPREAD_MILLIS));
        return read.probeAt().map(before -> leaseAfter(before, shortened)).orElseGet(() -> leaseFrom(shortened));
    }

    /** A lease differs from the one before it, because it identifies the probe. */
    private static Instant after(Instant before, Instant wanted) {
        Instant at = millis(wanted);
        return at.equals(before) ? at.plusMillis(1) : at;
    }

    private Duration longer(Duration wait) {
        Duration twice = wait.multipliedBy(2);
        return twice.compareTo(longestWait) < 0 ? twice : longestWait;
    }

    private static Duration jittered(Duration wait, RandomGenerator random) {
        return Duration.ofNanos(Math.round(wait.toNanos() * (1 - JITTER + 2 * JITTER * random.nextDouble())));
    }

    private static Instant millis(Instant time) {
        return time.truncatedTo(ChronoUnit.MILLIS);
    }

    /**
     * How the receiver keeps pace.
     *
     * @param slow whether it takes long to respond
     * @param late whether the attempt began late after a drain had put the delivery on the queue
     */
    public record Pace(boolean slow, boolean late) {}

    /**
     * The result of a probe.
     *
     * @param attempted how many attempts it made
     * @param succeeded how many of them succeeded
     */
    public record ProbeResult(int attempted, int succeeded) {

        boolean mostFailed() {
            return succeeded * 2 < attempted;
        }
    }
}
