package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.OpenCircuit;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The rules of the circuit breaker. Each is a pure function from a webhook's health as it was read, and what happened, to the
 * conditional write that follows; docs/delivery.md shows them as a table.
 *
 * @param firstWait the wait between the opening of a circuit and its first probe; it doubles after each failed probe
 * @param longestWait the upper bound of the wait between two probes
 * @param lease how long a probe owns its webhook; longer than the sender's time-out
 * @param warnAfter how long a webhook fails before its owner is warned
 */
public record CircuitBreaker(Duration firstWait, Duration longestWait, Duration lease, Duration warnAfter) {

    /** The number of consecutive failed attempts that opens the circuit. */
    public static final int FAILURES = 10;

    /** The largest number of deliveries that one probe attempts. */
    public static final int FASTEST_PACE = 50;

    /** The minimum time between two e-mails about single rejected events, as a multiple of {@code warnAfter}: six hours. */
    public static final int REJECTION_MAIL_SPACING = 6;

    private static final double JITTER = 0.1;

    /** Rejects durations that are not positive. */
    public CircuitBreaker {
        if (!firstWait.isPositive() || !longestWait.isPositive() || !lease.isPositive() || !warnAfter.isPositive()) {
            throw new IllegalArgumentException("the durations of a circuit breaker must be positive");
        }
    }

    /**
     * After a successful attempt: ends the webhook's failing episode, if it was read as failing.
     *
     * @param read the health as read before the attempt
     * @param byProbe whether a probe made the attempt; a probe schedules the next one itself
     */
    public Optional<HealthWrite> afterSuccess(Health read, Instant now, boolean byProbe) {
        return read.failingSince()
                .map(episode -> new HealthWrite.Recovered(
                        episode,
                        millis(now),
                        read.isCircuitOpen() && !byProbe,
                        read.isWarned() ? Optional.of(DueMail.recovered(episode)) : Optional.empty()));
    }

    /**
     * After a failed attempt.
     *
     * @param read the health as read before the attempt
     * @param begun when the attempt began
     */
    public HealthWrite afterFailure(Health read, Instant begun, LastFailure failure) {
        return new HealthWrite.Failed(
                millis(begun), failure, read.isWarned() ? Optional.empty() : Optional.of(warnAfter));
    }

    /**
     * After a failed attempt was recorded: opens the circuit when too many failed in a row.
     *
     * @param written the health after that write
     */
    public Optional<HealthWrite> afterFailures(Health written, Instant now) {
        return written.failures().count() >= FAILURES && !written.isCircuitOpen()
                ? Optional.of(new HealthWrite.Opened(slowest(), millis(now.plus(firstWait))))
                : Optional.empty();
    }

    /** At each probe: warns the owner of a webhook that has been failing for {@code warnAfter}, once per failing episode. */
    public Optional<HealthWrite> warning(Health read, Instant now) {
        return read.failingSince()
                .filter(_ -> !read.isWarned())
                .filter(since -> !now.isBefore(since.plus(warnAfter)))
                .map(since -> new HealthWrite.Warned(since, DueMail.warning(since)));
    }

    /**
     * After a failed attempt of a delivery that has been failing for {@code warnAfter} while the receiver accepted others. Each
     * success ends the failing episode, so the owner is never warned of it, and yet this delivery's last attempt disables the
     * webhook. The owner therefore gets one e-mail about the event, and can dismiss the delivery. Several such events within
     * {@link #REJECTION_MAIL_SPACING} times {@code warnAfter} share one e-mail, which explains how to list them; retries last
     * far longer, so none is missed.
     *
     * @param known the health after the attempt
     * @param rejected the event, and how its attempts failed
     */
    public Optional<HealthWrite> afterRejection(Health known, RejectedEvent rejected) {
        Instant now = millis(rejected.notifiedAt());
        Instant lately = now.minus(warnAfter.multipliedBy(REJECTION_MAIL_SPACING));
        boolean longEnough = !now.isBefore(rejected.failingSince().plus(warnAfter));
        boolean othersAccepted =
                known.healthySince().filter(rejected.failingSince()::isBefore).isPresent();
        boolean notifiedLately = known.rejectedEvent()
                .filter(last -> last.covers(rejected.event(), lately))
                .isPresent();
        return longEnough && othersAccepted && !known.isWarned() && !notifiedLately
                ? Optional.of(new HealthWrite.Refused(
                        new RejectedEvent(
                                rejected.event(),
                                millis(rejected.failingSince()),
                                rejected.attempts(),
                                rejected.last(),
                                now),
                        lately))
                : Optional.empty();
    }

    /**
     * After a probe: the pace doubles when an attempt succeeded, the wait doubles when all failed. Where the next probe follows
     * at once, the same write takes its lease, so that the clock does not start a second one.
     *
     * @param lease the probe's lease
     * @param circuit the circuit during the probe
     * @param result the result of the probe's attempts
     */
    public HealthWrite.Paced afterProbe(
            Instant lease, OpenCircuit circuit, ProbeResult result, Instant now, RandomGenerator random) {
        return switch (result) {
            case ONE_SUCCEEDED ->
                new HealthWrite.Paced(
                        lease,
                        new OpenCircuit(Math.min(FASTEST_PACE, circuit.pace() * 2), firstWait),
                        leaseFrom(lease, now));
            case NONE_ATTEMPTED -> new HealthWrite.Paced(lease, circuit, leaseFrom(lease, now));
            case ALL_FAILED ->
                new HealthWrite.Paced(
                        lease,
                        new OpenCircuit(1, longer(circuit.backOff())),
                        millis(now.plus(jittered(circuit.backOff(), random))));
        };
    }

    /**
     * After a probe of an open circuit that found the backlog empty: closes the circuit.
     *
     * @param read the health as read
     */
    public HealthWrite.Closed closing(Instant lease, Health read, Instant now) {
        return new HealthWrite.Closed(
                lease,
                read.isFailing() ? Optional.empty() : Optional.of(millis(now)),
                after(lease, now.plus(this.lease.dividedBy(2))));
    }

    /**
     * After a second look at the backlog of a webhook whose circuit is closed. A sender that read the circuit as open may have
     * added a delivery since; it reads the webhook again afterwards, so one of the two notices the other.
     *
     * @param lease the {@code probeAt} under which the backlog was read
     * @param read the health as read
     * @param found whether the backlog held a delivery
     */
    public HealthWrite afterSecondLook(Instant lease, Health read, boolean found, Instant now) {
        return found
                ? new HealthWrite.Reopened(lease, slowest(), leaseFrom(lease, now))
                : new HealthWrite.Settled(
                        lease, read.failingSince().filter(_ -> !read.isWarned()).map(since -> since.plus(warnAfter)));
    }

    /** When a lease that is taken now ends. */
    public Instant leaseFrom(Instant now) {
        return millis(now.plus(lease));
    }

    private Instant leaseFrom(Instant before, Instant now) {
        return after(before, leaseFrom(now));
    }

    /** A lease differs from the one before it, because it identifies the probe. */
    private static Instant after(Instant before, Instant wanted) {
        Instant at = millis(wanted);
        return at.equals(before) ? at.plusMillis(1) : at;
    }

    private OpenCircuit slowest() {
        return new OpenCircuit(1, firstWait);
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

    /** The result of a probe. */
    public enum ProbeResult {
        /** At least one attempt succeeded. */
        ONE_SUCCEEDED,
        /** All attempts failed. */
        ALL_FAILED,
        /** No delivery needed an attempt any more. */
        NONE_ATTEMPTED
    }
}
