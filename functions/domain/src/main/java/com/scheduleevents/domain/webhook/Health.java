package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The health of a webhook: what its attempts showed about the receiver, and when the next probe is due. It saves attempts and
 * warns the owner; whether a webhook is disabled depends on no part of it. Times are to the millisecond.
 *
 * @param failures the failed attempts since the last success; a repeated write may count one twice
 * @param failingSince when the first of those attempts began; empty when the webhook is not failing
 * @param lastFailure how the last of those attempts failed
 * @param healthySince when it last recovered, or its URL was set; failed attempts that began earlier are not counted
 * @param circuit the open circuit; empty when the circuit is closed
 * @param probeAt when the next probe is due; always present while the circuit is open
 * @param retriesExpeditedAt when the circuit last closed or the URL changed; retries whose last attempt was earlier are made at
 *     once
 * @param warnedOf the {@code failingSince} of the failing episode that the owner was last warned of
 * @param slow whether the receiver responds slowly
 * @param refusal the last event that the owner was told of which the receiver rejects while it accepts others
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

    /** The health of a new webhook, or of one that was enabled again. */
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

    /** Rejects an open circuit without a due probe, because its backlog would never be delivered. */
    public Health {
        if (circuit.isPresent() && probeAt.isEmpty()) {
            throw new IllegalArgumentException("an open circuit must have a due probe");
        }
    }

    /** Whether all attempts since some time have failed. */
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

    /** Whether deliveries may take long, so that they should not delay those of other webhooks. */
    public boolean isDoubtful() {
        return isFailing() || isCircuitOpen() || slow;
    }

    /** Whether the owner was warned of the present failing episode. */
    public boolean isWarned() {
        return isFailing() && failingSince.equals(warnedOf);
    }

    /** Whether a retry that has waited since that attempt is to be made at once. */
    public boolean expeditesRetries(Instant attempt) {
        return retriesExpeditedAt.filter(attempt::isBefore).isPresent();
    }

    /** After a change of URL: nothing is known of the new receiver. An open circuit is probed at once. */
    Health moved(Instant now) {
        return UNKNOWN.withSlow(slow)
                .withHealthySince(Optional.of(now))
                .withCircuit(circuit, Optional.of(now))
                .withRetriesExpeditedAt(Optional.of(now));
    }

    /** After the account was resumed: the backlog is probed from now on, one delivery at first. */
    Health resumed(Instant now) {
        return withCircuit(Optional.of(OpenCircuit.FIRST), Optional.of(now));
    }

    /** While the webhook is disabled or suspended: no probe is due. The rest is kept for the owner to see. */
    Health atRest() {
        return withCircuit(Optional.empty(), Optional.empty());
    }

    /** Whether the next probe is due at exactly that time. */
    boolean probesAt(Instant time) {
        return probeAt.equals(Optional.of(time));
    }

    /** With these consecutive failures. */
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

    /** With this circuit and this due probe, which are set together because an open circuit always has one. */
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
     * @param outcome how it failed
     * @param status the HTTP status, when there was a response
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
     * An event that the receiver has rejected for long while it accepted others.
     *
     * @param event the event
     * @param failingSince when its first attempt began
     * @param attempts how many attempts failed
     * @param last how the last of them failed
     * @param toldAt when the e-mail to the owner became due
     */
    public record Refusal(EventId event, Instant failingSince, int attempts, LastFailure last, Instant toldAt) {

        /** Whether this e-mail makes one about the other event unnecessary: it is about the same event, or is recent. */
        public boolean covers(EventId other, Instant lately) {
            return event.equals(other) || !toldAt.isBefore(lately);
        }
    }
}
