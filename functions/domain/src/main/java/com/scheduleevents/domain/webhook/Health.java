package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What attempts told about a webhook's receiver, and when to look at it again. It is an economy and a courtesy: whether a
 * webhook is disabled depends on no part of it. Times are to the millisecond.
 *
 * @param failures the failed attempts since the last success; now and then one too many, when a write was repeated
 * @param failingSince when the first of those began; empty: not failing
 * @param lastFailure what came of the last of those
 * @param healthySince when it recovered last, or got its url; what failed of attempts that began earlier does not count
 * @param circuit present: new deliveries are in the backlog
 * @param probeAt when the clock is to look at it; always present while it has an open circuit
 * @param retriesExpeditedAt when there was reason to hope again: its last hold ended, or it got another url; retries that wait since an
 *     earlier attempt need not wait on
 * @param warnedOf the {@code failingSince} of the episode that its owner was warned of last
 * @param slow whether it takes long to answer
 * @param refusal the event that its owner was told of last that it refuses while it takes others
 */
public record Health(
        int failures,
        Optional<Instant> failingSince,
        Optional<LastFailure> lastFailure,
        Optional<Instant> healthySince,
        Optional<OpenCircuit> circuit,
        Optional<Instant> probeAt,
        Optional<Instant> retriesExpeditedAt,
        Optional<Instant> warnedOf,
        boolean slow,
        Optional<Refusal> refusal) {

    /** Of a webhook that nothing was ever sent to, or that was enabled again. */
    public static final Health UNKNOWN = new Health(
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty());

    /** Nothing may stay in the backlog for ever: what has an open circuit is looked at. */
    public Health {
        if (circuit.isPresent() && probeAt.isEmpty()) {
            throw new IllegalArgumentException("a held webhook must have a time at which it is looked at");
        }
    }

    /** Whether every attempt since some time failed. */
    public boolean isFailing() {
        return failingSince.isPresent();
    }

    /** Whether new deliveries are added to the backlog. */
    public boolean isCircuitOpen() {
        return circuit.isPresent();
    }

    /** The circuit as the API shows it: half-open once a probe succeeded and the next one tries more than one delivery. */
    public CircuitState circuitState() {
        return circuit.map(open -> open.pace() > 1 ? CircuitState.HALF_OPEN : CircuitState.OPEN)
                .orElse(CircuitState.CLOSED);
    }

    /** Whether deliveries to it may cost time, so that they had better not stand before those to others. */
    public boolean isDoubtful() {
        return isFailing() || isCircuitOpen() || slow;
    }

    /** Whether its owner was warned of the episode that goes on now. */
    public boolean isWarned() {
        return isFailing() && failingSince.equals(warnedOf);
    }

    /** Whether a retry that waits since that attempt need not wait on. */
    public boolean expeditesRetries(Instant attempt) {
        return retriesExpeditedAt.filter(attempt::isBefore).isPresent();
    }

    /** After it got another url: nothing is known of the receiver there. What is in the backlog is looked at now. */
    Health moved(Instant now) {
        return UNKNOWN.withSlow(slow)
                .withHealthySince(Optional.of(now))
                .withCircuit(circuit, Optional.of(now))
                .withRetriesExpeditedAt(Optional.of(now));
    }

    /** What is in the backlog is let go from now on, one at first. */
    Health resumed(Instant now) {
        return withCircuit(Optional.of(OpenCircuit.FIRST), Optional.of(now));
    }

    /** Of a webhook that is disabled or suspended: nobody looks at it. What was known is kept for its owner to see. */
    Health atRest() {
        return withCircuit(Optional.empty(), Optional.empty());
    }

    /** Whether the clock is to look at it at that time, and at no other. */
    boolean probesAt(Instant time) {
        return probeAt.equals(Optional.of(time));
    }

    /** With another count of failures in a row, the first and the last of which are these. */
    Health withFailures(int failures, Optional<Instant> failingSince, Optional<LastFailure> lastFailure) {
        return new Health(
                failures,
                failingSince,
                lastFailure,
                healthySince,
                circuit,
                probeAt,
                retriesExpeditedAt,
                warnedOf,
                slow,
                refusal);
    }

    Health withHealthySince(Optional<Instant> healthySince) {
        return new Health(
                failures,
                failingSince,
                lastFailure,
                healthySince,
                circuit,
                probeAt,
                retriesExpeditedAt,
                warnedOf,
                slow,
                refusal);
    }

    /** Held or not, and to be looked at then: the two go together, because what has an open circuit is looked at. */
    Health withCircuit(Optional<OpenCircuit> circuit, Optional<Instant> probeAt) {
        return new Health(
                failures,
                failingSince,
                lastFailure,
                healthySince,
                circuit,
                probeAt,
                retriesExpeditedAt,
                warnedOf,
                slow,
                refusal);
    }

    Health withRetriesExpeditedAt(Optional<Instant> retriesExpeditedAt) {
        return new Health(
                failures,
                failingSince,
                lastFailure,
                healthySince,
                circuit,
                probeAt,
                retriesExpeditedAt,
                warnedOf,
                slow,
                refusal);
    }

    Health withWarnedOf(Optional<Instant> warnedOf) {
        return new Health(
                failures,
                failingSince,
                lastFailure,
                healthySince,
                circuit,
                probeAt,
                retriesExpeditedAt,
                warnedOf,
                slow,
                refusal);
    }

    Health withSlow(boolean slow) {
        return new Health(
                failures,
                failingSince,
                lastFailure,
                healthySince,
                circuit,
                probeAt,
                retriesExpeditedAt,
                warnedOf,
                slow,
                refusal);
    }

    Health withRefusal(Optional<Refusal> refusal) {
        return new Health(
                failures,
                failingSince,
                lastFailure,
                healthySince,
                circuit,
                probeAt,
                retriesExpeditedAt,
                warnedOf,
                slow,
                refusal);
    }

    /**
     * A failed attempt.
     *
     * @param outcome at what it failed
     * @param status the HTTP status, when there was an answer
     */
    public record LastFailure(OutcomeClass outcome, OptionalInt status) {

        /** Rejects a success. */
        public LastFailure {
            if (outcome == OutcomeClass.SUCCEEDED) {
                throw new IllegalArgumentException("a failed attempt cannot have succeeded");
            }
        }
    }

    /**
     * An event that the receiver has refused for long while it took others.
     *
     * @param event which
     * @param failingSince when its first attempt began
     * @param attempts how many failed
     * @param last what came of the last of those
     * @param toldAt when its owner was to be told
     */
    public record Refusal(EventId event, Instant failingSince, int attempts, LastFailure last, Instant toldAt) {

        /** Whether this one is no news: the same event, or another one that its owner was told of since then. */
        public boolean covers(EventId other, Instant lately) {
            return event.equals(other) || !toldAt.isBefore(lately);
        }
    }
}
