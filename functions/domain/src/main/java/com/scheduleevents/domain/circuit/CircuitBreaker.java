package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.Refusal;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.OpenCircuit;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The rules by which a webhook has an open circuit and let go. Each is a function from what is known and what happened to what is to be
 * written; docs/delivery.md shows them as a table.
 *
 * @param firstWait how long after a webhook has an open circuit its first delivery is released, and after which wait the probes of a dead
 *     receiver begin
 * @param longestWait the longest wait between two probes
 * @param lease how long a probe may take before another one takes its place; longer than the sender's time-out
 * @param warnAfter after how long an episode of failures the owner is warned
 */
public record CircuitBreaker(Duration firstWait, Duration longestWait, Duration lease, Duration warnAfter) {

    /** After so many failed attempts in a row a webhook has an open circuit. */
    public static final int FAILURES = 10;

    /** So many backlogged deliveries are released at once at most. */
    public static final int FASTEST_PACE = 50;

    /** Between two e-mails about single events that are refused lie so many times {@code warnAfter}: six hours. */
    public static final int TELLINGS_APART = 6;

    private static final double JITTER = 0.1;

    /** Refuses times that are none. */
    public CircuitBreaker {
        if (!firstWait.isPositive() || !longestWait.isPositive() || !lease.isPositive() || !warnAfter.isPositive()) {
            throw new IllegalArgumentException("the times of holding must be positive durations");
        }
    }

    /**
     * An attempt succeeded: ends the episode of failures, if it was read as going on.
     *
     * @param read what was known before the attempt
     * @param byProbe whether a probe made the attempt, which then decides itself what is released next
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
     * An attempt failed.
     *
     * @param read what was known before the attempt
     * @param begun when the attempt began
     */
    public HealthWrite afterFailure(Health read, Instant begun, LastFailure failure) {
        return new HealthWrite.Failed(
                millis(begun), failure, read.isWarned() ? Optional.empty() : Optional.of(warnAfter));
    }

    /**
     * A failed attempt was written down: too many in a row make the webhook held.
     *
     * @param written what is known since
     */
    public Optional<HealthWrite> afterFailures(Health written, Instant now) {
        return written.failures() >= FAILURES && !written.isCircuitOpen()
                ? Optional.of(new HealthWrite.Opened(slowest(), millis(now.plus(firstWait))))
                : Optional.empty();
    }

    /** A probe looks at the webhook: its owner is warned when it has been failing for long, once an episode. */
    public Optional<HealthWrite> warning(Health read, Instant now) {
        return read.failingSince()
                .filter(_ -> !read.isWarned())
                .filter(since -> !now.isBefore(since.plus(warnAfter)))
                .map(since -> new HealthWrite.Warned(since, DueMail.warning(since)));
    }

    /**
     * An attempt failed of a delivery that has been failing for long, while the receiver took others: each of those ended the
     * episode, so no warning would ever go out, and yet this delivery's last attempt disables the webhook. Its owner is told of
     * the event once, so that he can dismiss it. Several such events in {@link #TELLINGS_APART} times {@code warnAfter} make
     * one e-mail, which says how to list them all; a delivery fails for far longer, so that none is passed over.
     *
     * @param known what is known since the attempt
     * @param refusal the delivery, told of now
     */
    public Optional<HealthWrite> refusal(Health known, Refusal refusal) {
        Instant now = millis(refusal.toldAt());
        Instant lately = now.minus(warnAfter.multipliedBy(TELLINGS_APART));
        boolean forLong = !now.isBefore(refusal.failingSince().plus(warnAfter));
        boolean whileItTookOthers =
                known.healthySince().filter(refusal.failingSince()::isBefore).isPresent();
        boolean toldLately = known.refusal()
                .filter(last -> last.covers(refusal.event(), lately))
                .isPresent();
        return forLong && whileItTookOthers && !known.isWarned() && !toldLately
                ? Optional.of(new HealthWrite.Refused(
                        new Refusal(
                                refusal.event(),
                                millis(refusal.failingSince()),
                                refusal.attempts(),
                                refusal.last(),
                                now),
                        lately))
                : Optional.empty();
    }

    /**
     * A probe released some: faster while at least one succeeds, else ever more seldom. Where it goes on at once, the lease of
     * the probe that follows is written right away, so that the clock does not begin a second one beside it.
     *
     * @param lease the probe's
     * @param circuit how they were released
     * @param result what came of them
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
     * A probe of a webhook with an open circuit found nothing in the backlog.
     *
     * @param read what is known
     */
    public HealthWrite.Closed closing(Instant lease, Health read, Instant now) {
        return new HealthWrite.Closed(
                lease,
                read.isFailing() ? Optional.empty() : Optional.of(millis(now)),
                after(lease, now.plus(this.lease.dividedBy(2))));
    }

    /**
     * A look at what is in the backlog of a webhook that is not held (any more). Somebody who read it as held may have in the backlog a
     * delivery until a moment ago; who parks reads again after, so one of the two sees the other.
     *
     * @param lease the {@code probeAt} of who looked
     * @param read what is known
     * @param found whether something was in the backlog
     */
    public HealthWrite afterSecondLook(Instant lease, Health read, boolean found, Instant now) {
        return found
                ? new HealthWrite.Reopened(lease, slowest(), leaseFrom(lease, now))
                : new HealthWrite.Settled(
                        lease, read.failingSince().filter(_ -> !read.isWarned()).map(since -> since.plus(warnAfter)));
    }

    /** The end of a lease that begins now. */
    public Instant leaseFrom(Instant now) {
        return millis(now.plus(lease));
    }

    private Instant leaseFrom(Instant before, Instant now) {
        return after(before, leaseFrom(now));
    }

    /** Never the same as before, by which one check is told from the next. */
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

    /** What came of the deliveries that a probe released. */
    public enum ProbeResult {
        /** At least one was delivered. */
        ONE_SUCCEEDED,
        /** All attempts failed. */
        ALL_FAILED,
        /** None needed an attempt any more. */
        NONE_ATTEMPTED
    }
}
