package com.scheduleevents.domain.circuit;

import static com.scheduleevents.domain.webhook.HealthChange.Rule;

import com.scheduleevents.domain.delivery.RetrySchedule;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.Failures;
import com.scheduleevents.domain.webhook.Health.WaitNotice;
import com.scheduleevents.domain.webhook.HealthChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
     * After an attempt. A success halves the failure score and ends the failing episode when it is zero. A failure raises the score, opens
     * the circuit when it reaches {@link #OPENING_SCORE}, slows a drain, and tells the owner of an event that the receiver rejects while it
     * accepts others.
     */
    public Optional<HealthChange> afterAttempt(Health read, Observation seen) {
        return seen.succeeded() ? afterSuccess(read, seen) : afterFailure(read, seen);
    }

    private Optional<HealthChange> afterSuccess(Health read, Observation seen) {
        Health measured = measured(read, seen);
        if (!read.isFailing()) {
            return measurement(read, measured);
        }
        Health halved = probedSoon(measured.with(read.failures().halved()), seen.at());
        if (halved.isFailing()) {
            return Optional.of(new HealthChange(Rule.SUCCEEDED, halved));
        }
        Instant now = Leases.millis(seen.at());
        Health recovered = halved.withHealthySince(now);
        return Optional.of(new HealthChange(
                Rule.RECOVERED,
                read.isWarned() && read.hasBacklog() ? toldOfTheBacklog(recovered, read, now) : recovered,
                read.failingSince().filter(_ -> read.isWarned()).map(DueMail::recovered)));
    }

    /** The owner who was warned of the failures knows of the deliveries that have waited since then. */
    private static Health toldOfTheBacklog(Health recovered, Health read, Instant now) {
        return recovered.waitNotice().isPresent()
                ? recovered
                : recovered.withWaitNotice(
                        read.failingSince().map(since -> new WaitNotice(WaitLimits.FIRST_NOTICE, since, now)));
    }

    /** An attempt that began before the last recovery says nothing about the present. */
    private Optional<HealthChange> afterFailure(Health read, Observation seen) {
        Health measured = measured(read, seen);
        if (read.healthySince().filter(since -> !since.isBefore(seen.begun())).isPresent()) {
            return measurement(read, measured);
        }
        Instant now = Leases.millis(seen.at());
        Health failing =
                measured.with(read.failures().plus(seen.begun(), seen.coveredUntil(), seen.failure(), OPENING_SCORE));
        if (failing.failures().score() == OPENING_SCORE && !read.isCircuitOpen()) {
            Health opened = failing.withCircuit(new Circuit.Open(firstWait), Leases.millis(now.plus(firstWait)));
            return Optional.of(warnings().withRejection(new HealthChange(Rule.OPENED, opened), seen));
        }
        Health strained = strained(failing);
        Health due = strained.dueAt().isPresent()
                ? strained
                : strained.withClosedCircuit(warnings().due(strained));
        return Optional.of(warnings().withRejection(new HealthChange(Rule.FAILED, due), seen));
    }

    /**
     * After a probe of an open or half-open circuit, in one write with what its attempts showed. A success makes it half-open; then each
     * probe tries twice as many deliveries as the one before, and {@link #PROBES_TO_CLOSE} in a row that went well close the circuit,
     * whatever the backlog holds. A failure doubles the wait. Where the next probe follows at once, the same write takes its lease, so that
     * the clock does not start a second one. A probe that made no attempt because of faults of ours shows nothing: it changes nothing, and
     * the clock sends another one when its lease ends.
     *
     * @param lease the probe's lease
     */
    public Optional<HealthChange> afterProbe(
            Health read, Instant lease, ProbeResult result, Instant now, RandomGenerator random) {
        if (!read.isCircuitOpen() || !read.isLeasedUntil(lease) || result.isFault()) {
            return Optional.empty();
        }
        HealthChange seen = new HealthChange(Rule.PROBED_NOTHING, read);
        for (Observation attempt : result.attempts()) {
            seen = seen.then(health -> afterAttempt(health, attempt));
        }
        return Optional.of(
                warnings().ifDue(seen.then(health -> Optional.of(probed(health, lease, result, now, random))), now));
    }

    private HealthChange probed(Health read, Instant lease, ProbeResult result, Instant now, RandomGenerator random) {
        Instant next = leases().after(lease, now);
        if (result.attempted() == 0) {
            return new HealthChange(Rule.PROBED_NOTHING, read.withCircuit(read.circuit(), next));
        }
        return switch (read.circuit()) {
            case Circuit.Open(Duration wait) ->
                result.succeeded() > 0
                        ? passed(read, new Circuit.HalfOpen(0, wait), next)
                        : failed(read, wait, now, random);
            case Circuit.HalfOpen(int passed, Duration wait) ->
                result.mostFailed()
                        ? failed(read, wait, now, random)
                        : passed + 1 < PROBES_TO_CLOSE
                                ? passed(read, new Circuit.HalfOpen(passed + 1, wait), next)
                                : closed(read.withCircuit(BacklogDrain.started(), next), true, now);
            case Circuit.Closed _, Circuit.Draining _, Circuit.Pulled _ ->
                throw new IllegalStateException("the circuit is closed");
        };
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
            Health faded = opened(read.with(failures.faded()), wait, now, random);
            return Optional.of(warnings().ifDue(new HealthChange(Rule.PROBED_EMPTY, faded), now));
        }
        Health emptied = read.withClosedCircuit(Optional.of(leases().secondLook(lease, now)));
        return Optional.of(warnings().ifDue(closed(emptied, read.circuit() instanceof Circuit.HalfOpen, now), now));
    }

    private static Optional<HealthChange> measurement(Health read, Health measured) {
        return measured.equals(read) ? Optional.empty() : Optional.of(new HealthChange(Rule.MEASURED, measured));
    }

    private static Health measured(Health read, Observation seen) {
        Health measured = read.withSlow(seen.slow());
        boolean slower = seen.slow() && !read.slow();
        return slower || seen.late() ? strained(measured) : measured;
    }

    private static Health strained(Health health) {
        return health.circuit() instanceof Circuit.Draining drain ? health.withCircuit(drain.underStrain()) : health;
    }

    /** A probe that runs has a lease, which is left to it; a longer wait is cut short. */
    private Health probedSoon(Health health, Instant now) {
        return health.circuit() instanceof Circuit.Open open
                        && health.dueAt()
                                .filter(at -> at.isAfter(now.plus(lease)))
                                .isPresent()
                ? health.withCircuit(open, Leases.millis(now))
                : health;
    }

    private static HealthChange passed(Health read, Circuit.HalfOpen circuit, Instant next) {
        return new HealthChange(Rule.PROBE_PASSED, read.withCircuit(circuit, next));
    }

    private HealthChange failed(Health read, Duration wait, Instant now, RandomGenerator random) {
        return new HealthChange(Rule.PROBE_FAILED, opened(read, wait, now, random));
    }

    private Health opened(Health read, Duration wait, Instant now, RandomGenerator random) {
        return read.withCircuit(
                new Circuit.Open(longer(wait)), Leases.millis(now.plus(RetrySchedule.jittered(wait, random))));
    }

    /** @param works whether the receiver takes deliveries again, so that retries that wait are made at once */
    private static HealthChange closed(Health circuit, boolean works, Instant now) {
        Health closed = circuit.withClosedAt(Leases.millis(now));
        return new HealthChange(Rule.CLOSED, works ? closed.withRetriesExpeditedAt(Leases.millis(now)) : closed);
    }

    private Duration longer(Duration wait) {
        Duration twice = wait.multipliedBy(2);
        return twice.compareTo(longestWait) < 0 ? twice : longestWait;
    }

    /**
     * The result of a probe.
     *
     * @param attempted how many deliveries it attempted, including those that could not be attempted because of a fault of ours
     * @param faults how many of them could not be attempted
     * @param attempts what its attempts showed
     */
    public record ProbeResult(int attempted, int faults, List<Observation> attempts) {

        public ProbeResult {
            attempts = List.copyOf(attempts);
        }

        /** How many of them succeeded. */
        public long succeeded() {
            return attempts.stream().filter(Observation::succeeded).count();
        }

        /** Whether faults of ours kept it from every attempt. */
        boolean isFault() {
            return faults > 0 && faults == attempted;
        }

        boolean mostFailed() {
            return succeeded() * 2 < attempted;
        }
    }
}
