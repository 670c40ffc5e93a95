package com.scheduleevents.domain.circuit;

import static com.scheduleevents.domain.webhook.HealthChange.Rule;

import com.scheduleevents.domain.delivery.RetrySchedule;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.Failures;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthChange;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The rules of the circuit breaker. Each is a pure function from a webhook's health as it was read, and what happened, to the
 * health afterwards; empty means that nothing is to be written. docs/delivery-internals.md shows them as a table.
 *
 * @param firstWait the wait between the opening of a circuit and its first probe; it doubles after each failed probe
 * @param longestWait the upper bound of the wait between two probes
 * @param lease how long a probe or a drain step owns its webhook; longer than the sender's timeout
 * @param warnAfter how long a webhook fails before its owner is warned
 */
public record CircuitBreaker(Duration firstWait, Duration longestWait, Duration lease, Duration warnAfter) {

    /** The failure score that opens the circuit: ten failed attempts in a row, or nine in ten for a while. */
    public static final int OPENING_SCORE = 10;

    /** How many probes in a row have to go well, after the first success, before the circuit closes. */
    public static final int PROBES_TO_CLOSE = 3;

    /** Rejects durations that are not positive. */
    public CircuitBreaker {
        if (!firstWait.isPositive() || !longestWait.isPositive() || !lease.isPositive() || !warnAfter.isPositive()) {
            throw new IllegalArgumentException("the durations of a circuit breaker must be positive");
        }
    }

    /** The rules of the drain that follows when the circuit has closed. */
    public BacklogDrain drain() {
        return new BacklogDrain(leases(), warnings());
    }

    private Leases leases() {
        return new Leases(lease);
    }

    private OwnerWarnings warnings() {
        return new OwnerWarnings(warnAfter);
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
                halved.withHealthySince(Leases.millis(now)),
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
        if (read.healthySince()
                .filter(since -> !since.isBefore(Leases.millis(begun)))
                .isPresent()) {
            return changed(Rule.MEASURED, read, measured);
        }
        Failures failures = read.failures().plus(Leases.millis(begun), failed.last(), OPENING_SCORE);
        Instant now = Leases.millis(failed.notifiedAt());
        Health failing = measured.with(failures);
        if (failures.score() == OPENING_SCORE && !read.isCircuitOpen()) {
            Health opened = failing.withCircuit(new Circuit.Open(firstWait), Leases.millis(now.plus(firstWait)));
            return Optional.of(warnings().withRejection(new HealthChange(Rule.OPENED, opened), failed, more));
        }
        Health strained = strained(failing);
        Health due = strained.probeAt().isPresent() || strained.isWarned()
                ? strained
                : strained.withClosedCircuit(Optional.of(Leases.millis(begun.plus(warnAfter))));
        return Optional.of(warnings().withRejection(new HealthChange(Rule.FAILED, due), failed, more));
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
            return Optional.of(warnings()
                    .ifDue(Rule.PROBED_NOTHING, read.withCircuit(read.circuit(), leases().after(lease, now)), now));
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
                                        : closed(
                                                read.withCircuit(BacklogDrain.started(), leases().after(lease, now)),
                                                true,
                                                now);
                    case Circuit.Closed _, Circuit.Draining _, Circuit.Pulled _ ->
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
            return Optional.of(
                    warnings().ifDue(Rule.PROBED_EMPTY, opened(read.with(failures.faded()), wait, now, random), now));
        }
        return Optional.of(closed(
                read.withClosedCircuit(Optional.of(leases().secondLook(lease, now))),
                read.circuit() instanceof Circuit.HalfOpen,
                now));
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
                ? health.withCircuit(open, Leases.millis(now))
                : health;
    }

    private HealthChange passed(Health read, Circuit.HalfOpen next, Instant lease, Instant now) {
        return warnings().ifDue(Rule.PROBE_PASSED, read.withCircuit(next, leases().after(lease, now)), now);
    }

    private HealthChange failed(Health read, Duration wait, Instant now, RandomGenerator random) {
        return warnings().ifDue(Rule.PROBE_FAILED, opened(read, wait, now, random), now);
    }

    private Health opened(Health read, Duration wait, Instant now, RandomGenerator random) {
        return read.withCircuit(
                new Circuit.Open(longer(wait)), Leases.millis(now.plus(RetrySchedule.jittered(wait, random))));
    }

    /** @param works whether the receiver takes deliveries again, so that retries that wait are made at once */
    private HealthChange closed(Health circuit, boolean works, Instant now) {
        Health closed = circuit.withClosedAt(Leases.millis(now));
        return warnings().ifDue(Rule.CLOSED, works ? closed.withRetriesExpeditedAt(Leases.millis(now)) : closed, now);
    }

    private Duration longer(Duration wait) {
        Duration twice = wait.multipliedBy(2);
        return twice.compareTo(longestWait) < 0 ? twice : longestWait;
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
