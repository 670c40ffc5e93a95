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
 * @param hold present: new deliveries are parked
 * @param dueAt when the clock is to look at it; always present while it is held
 * @param calledBackAt when there was reason to hope again: its last hold ended, or it got another url; retries that wait since an
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
        Optional<Hold> hold,
        Optional<Instant> dueAt,
        Optional<Instant> calledBackAt,
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

    /** Nothing may stay parked for ever: what is held is looked at. */
    public Health {
        if (hold.isPresent() && dueAt.isEmpty()) {
            throw new IllegalArgumentException("a held webhook must have a time at which it is looked at");
        }
    }

    /** Whether every attempt since some time failed. */
    public boolean isFailing() {
        return failingSince.isPresent();
    }

    /** Whether new deliveries are parked. */
    public boolean isHeld() {
        return hold.isPresent();
    }

    /** Whether deliveries to it may cost time, so that they had better not stand before those to others. */
    public boolean isDoubtful() {
        return isFailing() || isHeld() || slow;
    }

    /** Whether its owner was warned of the episode that goes on now. */
    public boolean isWarned() {
        return isFailing() && failingSince.equals(warnedOf);
    }

    /** Whether a retry that waits since that attempt need not wait on. */
    public boolean callsBack(Instant attempt) {
        return calledBackAt.filter(attempt::isBefore).isPresent();
    }

    /** After it got another url: nothing is known of the receiver there. What is parked is looked at now. */
    Health moved(Instant now) {
        return UNKNOWN.withSlow(slow)
                .withHealthySince(Optional.of(now))
                .withHold(hold, Optional.of(now))
                .withCalledBackAt(Optional.of(now));
    }

    /** What is parked is let go from now on, one at first. */
    Health released(Instant now) {
        return withHold(Optional.of(Hold.FIRST), Optional.of(now));
    }

    /** Of a webhook that is disabled or suspended: nobody looks at it. What was known is kept for its owner to see. */
    Health atRest() {
        return withHold(Optional.empty(), Optional.empty());
    }

    /** Whether the clock is to look at it at that time, and at no other. */
    boolean isDueAt(Instant time) {
        return dueAt.equals(Optional.of(time));
    }

    /** With another count of failures in a row, the first and the last of which are these. */
    Health withFailures(int failures, Optional<Instant> failingSince, Optional<LastFailure> lastFailure) {
        return new Health(
                failures, failingSince, lastFailure, healthySince, hold, dueAt, calledBackAt, warnedOf, slow, refusal);
    }

    Health withHealthySince(Optional<Instant> healthySince) {
        return new Health(
                failures, failingSince, lastFailure, healthySince, hold, dueAt, calledBackAt, warnedOf, slow, refusal);
    }

    /** Held or not, and to be looked at then: the two go together, because what is held is looked at. */
    Health withHold(Optional<Hold> hold, Optional<Instant> dueAt) {
        return new Health(
                failures, failingSince, lastFailure, healthySince, hold, dueAt, calledBackAt, warnedOf, slow, refusal);
    }

    Health withCalledBackAt(Optional<Instant> calledBackAt) {
        return new Health(
                failures, failingSince, lastFailure, healthySince, hold, dueAt, calledBackAt, warnedOf, slow, refusal);
    }

    Health withWarnedOf(Optional<Instant> warnedOf) {
        return new Health(
                failures, failingSince, lastFailure, healthySince, hold, dueAt, calledBackAt, warnedOf, slow, refusal);
    }

    Health withSlow(boolean slow) {
        return new Health(
                failures, failingSince, lastFailure, healthySince, hold, dueAt, calledBackAt, warnedOf, slow, refusal);
    }

    Health withRefusal(Optional<Refusal> refusal) {
        return new Health(
                failures, failingSince, lastFailure, healthySince, hold, dueAt, calledBackAt, warnedOf, slow, refusal);
    }

    /**
     * A failed attempt.
     *
     * @param outcome at what it failed
     * @param status the HTTP status, when there was an answer
     */
    public record LastFailure(OutcomeClass outcome, OptionalInt status) {}

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
