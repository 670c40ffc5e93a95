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
 * @param failures the failed attempts since the last success
 * @param healthySince when it last recovered, or its URL was set; failed attempts that began earlier are not counted
 * @param circuit the open circuit; empty when the circuit is closed
 * @param probeAt when the next probe is due; always present while the circuit is open
 * @param retriesExpeditedAt when the circuit last closed or the URL changed; retries whose last attempt was earlier are made at
 *     once
 * @param slow whether the receiver responds slowly
 * @param rejectedEvent the event of the last e-mail about a receiver that rejects one event while it accepts others
 */
public record Health(
        Failures failures,
        Optional<Instant> healthySince,
        Optional<OpenCircuit> circuit,
        Optional<Instant> probeAt,
        Optional<Instant> retriesExpeditedAt,
        boolean slow,
        Optional<RejectedEvent> rejectedEvent) {

    /** The health of a new webhook, or of one that was enabled again. */
    public static final Health UNKNOWN = new Health(
            Failures.NONE,
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

    /** When the first of the failed attempts began; empty when the webhook is not failing. */
    public Optional<Instant> failingSince() {
        return failures.since();
    }

    /** Whether all attempts since some time have failed. */
    public boolean isFailing() {
        return failingSince().isPresent();
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
        return isFailing() && failures.since().equals(failures.warnedSince());
    }

    /** Whether a retry that has waited since that attempt is to be made at once. */
    public boolean expeditesRetries(Instant attempt) {
        return retriesExpeditedAt.filter(attempt::isBefore).isPresent();
    }

    /** After a change of URL: nothing is known of the new receiver. An open circuit is probed at once. */
    Health afterUrlChange(Instant now) {
        return UNKNOWN.withSlow(slow)
                .withHealthySince(now)
                .withCircuit(circuit, Optional.of(now))
                .withRetriesExpeditedAt(Optional.of(now));
    }

    /** After the account was resumed: the backlog is probed from now on, one delivery at first. */
    Health resumed(Instant now) {
        return withCircuit(Optional.of(OpenCircuit.FIRST), Optional.of(now));
    }

    /** While the webhook is disabled or suspended: no probe is due. The rest is kept for the owner to see. */
    Health withoutProbe() {
        return withCircuit(Optional.empty(), Optional.empty());
    }

    /** Whether the next probe is due at exactly that time. */
    boolean probesAt(Instant time) {
        return probeAt.equals(Optional.of(time));
    }

    Health with(Failures known) {
        return new Health(known, healthySince, circuit, probeAt, retriesExpeditedAt, slow, rejectedEvent);
    }

    Health with(RejectedEvent event) {
        return new Health(failures, healthySince, circuit, probeAt, retriesExpeditedAt, slow, Optional.of(event));
    }

    Health withHealthySince(Instant since) {
        return new Health(failures, Optional.of(since), circuit, probeAt, retriesExpeditedAt, slow, rejectedEvent);
    }

    /** With this circuit and this due probe, which are set together because an open circuit always has one. */
    Health withCircuit(Optional<OpenCircuit> open, Optional<Instant> due) {
        return new Health(failures, healthySince, open, due, retriesExpeditedAt, slow, rejectedEvent);
    }

    Health withRetriesExpeditedAt(Optional<Instant> at) {
        return new Health(failures, healthySince, circuit, probeAt, at, slow, rejectedEvent);
    }

    Health withSlow(boolean now) {
        return new Health(failures, healthySince, circuit, probeAt, retriesExpeditedAt, now, rejectedEvent);
    }

    /**
     * The failed attempts since the last success, which are a failing episode.
     *
     * @param count their number; a repeated write may count one twice
     * @param since when the first of them began; empty when there is none
     * @param last how the last of them failed
     * @param warnedSince the {@code since} of the failing episode that the owner was last warned of
     */
    public record Failures(
            int count, Optional<Instant> since, Optional<LastFailure> last, Optional<Instant> warnedSince) {

        /** No failed attempt. */
        public static final Failures NONE = new Failures(0, Optional.empty(), Optional.empty(), Optional.empty());

        Failures plus(Instant begun, LastFailure failure) {
            return new Failures(count + 1, since.or(() -> Optional.of(begun)), Optional.of(failure), warnedSince);
        }

        Failures warned() {
            return new Failures(count, since, last, since);
        }
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
     * @param failingSince when its first attempt began
     * @param attempts how many attempts failed
     * @param last how the last of them failed
     * @param notifiedAt when the e-mail to the owner became due
     */
    public record RejectedEvent(
            EventId event, Instant failingSince, int attempts, LastFailure last, Instant notifiedAt) {

        /** Whether this e-mail makes one about the other event unnecessary: it is about the same event, or is recent. */
        public boolean covers(EventId other, Instant lately) {
            return event.equals(other) || !notifiedAt.isBefore(lately);
        }
    }
}
