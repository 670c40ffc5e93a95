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
 * @param revision raised by every change, so that a rule is never applied to a health that has changed since it was read
 * @param failures the present failing episode
 * @param healthySince when it last recovered, its URL was set or its account resumed; what was before is not held against it
 * @param circuit the circuit breaker
 * @param dueAt when the clock sends the next probe, whose lease is this time. The circuit tells its purpose: to try the backlog, to move a step
 *     of a drain, to look a second time after a drain or a last time after the circuit closed, to warn the owner, or to look for deliveries
 *     that nobody pulls. Always present unless the circuit is closed and nothing is drained
 * @param retriesExpeditedAt when the circuit last closed or the URL changed; retries whose last attempt was earlier are made at
 *     once
 * @param closedAt when the circuit last closed
 * @param slow whether the receiver responds slowly
 * @param rejectedEvent the event of the last e-mail about a receiver that rejects one event while it accepts others
 * @param probed the lease of the last probe that was carried out; empty in rows of earlier releases
 * @param waitNotice what the owner was told of deliveries that wait; empty until then, and after they have caught up
 */
public record Health(
        long revision,
        Failures failures,
        Optional<Instant> healthySince,
        Circuit circuit,
        Optional<Instant> dueAt,
        Optional<Instant> retriesExpeditedAt,
        Optional<Instant> closedAt,
        boolean slow,
        Optional<RejectedEvent> rejectedEvent,
        Optional<Instant> probed,
        Optional<WaitNotice> waitNotice) {

    /** The health of a new webhook, or of one that was enabled again. */
    public static final Health UNKNOWN = new Health(
            0,
            Failures.NONE,
            Optional.empty(),
            new Circuit.Closed(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** Rejects a backlog without a due probe, because it would never be delivered. */
    public Health {
        if (!(circuit instanceof Circuit.Closed) && dueAt.isEmpty()) {
            throw new IllegalArgumentException("a webhook with a backlog must have a due probe");
        }
    }

    /** When the first failed attempt of the episode began; empty when the webhook is not failing. */
    public Optional<Instant> failingSince() {
        return failures.since();
    }

    /** Whether the webhook is in a failing episode. */
    public boolean isFailing() {
        return failingSince().isPresent();
    }

    /** Whether new deliveries are added to the backlog. */
    public boolean isCircuitOpen() {
        return circuit.isOpen();
    }

    /** Whether a probe or a drain step will look at the backlog. */
    public boolean hasBacklog() {
        return !(circuit instanceof Circuit.Closed);
    }

    /** Whether deliveries may take long, so that they should not delay those of other webhooks. */
    public boolean isDoubtful() {
        return isFailing() || isCircuitOpen() || slow;
    }

    /** Whether the owner was warned of the present failing episode. */
    public boolean isWarned() {
        return failures.isWarned();
    }

    /** Whether a retry that has waited since that attempt is to be made at once. */
    public boolean expeditesRetries(Instant attempt) {
        return retriesExpeditedAt.filter(attempt::isBefore).isPresent();
    }

    /** Whether a probe was sent under this lease and no other one has taken over. */
    public boolean isLeasedUntil(Instant lease) {
        return dueAt.equals(Optional.of(lease));
    }

    /**
     * The lease under which a probe is carried out that was sent under this one: the same; or the present one, if this one has ended meanwhile,
     * because the queue was late, and no probe has been carried out since it was taken. Otherwise nothing would ever be probed where every
     * probe comes later than its lease lasts.
     *
     * @return empty when another probe was faster
     */
    public Optional<Instant> leaseOf(Instant sentUnder, Instant now) {
        boolean overdue = sentUnder.isBefore(now)
                && probed.filter(last -> !last.isBefore(sentUnder)).isEmpty();
        return dueAt.filter(due -> due.equals(sentUnder) || (overdue && sentUnder.isBefore(due)));
    }

    /** Nothing is known of the receiver, as in {@link #UNKNOWN}. */
    Health forgotten() {
        return UNKNOWN.withRevision(revision);
    }

    /** After a change of URL: nothing is known of the new receiver. An open circuit is probed at once. */
    Health afterUrlChange(Instant now) {
        return new Health(
                revision,
                Failures.NONE,
                Optional.of(now),
                circuit,
                Optional.of(now),
                Optional.of(now),
                closedAt,
                slow,
                Optional.empty(),
                probed,
                waitNotice);
    }

    /** After the account was resumed: the backlog is probed from now on, one delivery at first. */
    Health resumed(Instant now) {
        return withCircuit(Circuit.Open.FIRST, now);
    }

    /** The health of a pull webhook that nobody has pulled from yet: a look is due, to find when its owner has to be told. */
    Health watched(Instant due) {
        return withCircuit(new Circuit.Pulled(Optional.empty()), due);
    }

    /** While the webhook is disabled: no probe is due. The rest is kept for the owner to see. */
    Health withoutProbe() {
        return withClosedCircuit(Optional.empty());
    }

    /** While the account is suspended: nothing is probed, and a look is due that finds how long deliveries have waited. */
    Health suspended(Instant now) {
        return withClosedCircuit(Optional.of(now));
    }

    /** With this failing episode. */
    public Health with(Failures known) {
        return new Health(
                revision,
                known,
                healthySince,
                circuit,
                dueAt,
                retriesExpeditedAt,
                closedAt,
                slow,
                rejectedEvent,
                probed,
                waitNotice);
    }

    /** With this event as the last one that the owner was told of. */
    public Health with(RejectedEvent event) {
        Optional<RejectedEvent> told = Optional.of(event);
        return new Health(
                revision,
                failures,
                healthySince,
                circuit,
                dueAt,
                retriesExpeditedAt,
                closedAt,
                slow,
                told,
                probed,
                waitNotice);
    }

    /** With this notice, or none, of deliveries that wait. */
    public Health withWaitNotice(Optional<WaitNotice> notice) {
        return new Health(
                revision,
                failures,
                healthySince,
                circuit,
                dueAt,
                retriesExpeditedAt,
                closedAt,
                slow,
                rejectedEvent,
                probed,
                notice);
    }

    /** After the probe of this lease was carried out. */
    public Health withProbed(Instant lease) {
        return new Health(
                revision,
                failures,
                healthySince,
                circuit,
                dueAt,
                retriesExpeditedAt,
                closedAt,
                slow,
                rejectedEvent,
                Optional.of(lease),
                waitNotice);
    }

    /** With this recovery. */
    public Health withHealthySince(Instant at) {
        Optional<Instant> since = Optional.of(at);
        return new Health(
                revision,
                failures,
                since,
                circuit,
                dueAt,
                retriesExpeditedAt,
                closedAt,
                slow,
                rejectedEvent,
                probed,
                waitNotice);
    }

    /** With this circuit and this due probe, which are set together because a backlog always has one. */
    public Health withCircuit(Circuit state, Instant due) {
        return withCircuit(state, Optional.of(due));
    }

    /** With this circuit and the probe that is due already. */
    public Health withCircuit(Circuit state) {
        return withCircuit(state, dueAt);
    }

    /** With a closed circuit and an empty backlog. */
    public Health withClosedCircuit(Optional<Instant> due) {
        return withCircuit(new Circuit.Closed(), due);
    }

    private Health withCircuit(Circuit state, Optional<Instant> due) {
        return new Health(
                revision,
                failures,
                healthySince,
                state,
                due,
                retriesExpeditedAt,
                closedAt,
                slow,
                rejectedEvent,
                probed,
                waitNotice);
    }

    /** With waiting retries to be made at once. */
    public Health withRetriesExpeditedAt(Instant at) {
        return new Health(
                revision,
                failures,
                healthySince,
                circuit,
                dueAt,
                Optional.of(at),
                closedAt,
                slow,
                rejectedEvent,
                probed,
                waitNotice);
    }

    /** With a circuit that has just closed. */
    public Health withClosedAt(Instant at) {
        Optional<Instant> closed = Optional.of(at);
        return new Health(
                revision,
                failures,
                healthySince,
                circuit,
                dueAt,
                retriesExpeditedAt,
                closed,
                slow,
                rejectedEvent,
                probed,
                waitNotice);
    }

    /** With this mark of slowness. */
    public Health withSlow(boolean now) {
        return new Health(
                revision,
                failures,
                healthySince,
                circuit,
                dueAt,
                retriesExpeditedAt,
                closedAt,
                now,
                rejectedEvent,
                probed,
                waitNotice);
    }

    /** As it is stored by the write with this number. */
    public Health withRevision(long written) {
        return new Health(
                written,
                failures,
                healthySince,
                circuit,
                dueAt,
                retriesExpeditedAt,
                closedAt,
                slow,
                rejectedEvent,
                probed,
                waitNotice);
    }

    /**
     * A failing episode: it begins with a failed attempt, and ends when successes have brought the score down to zero. It begins anew with a
     * failed attempt after a time in which none was made although some were due, because nothing is known of the receiver then; unless its
     * owner was warned already.
     *
     * @param score rises by one with each failed attempt up to a limit, and is halved by each success
     * @param count the number of failed attempts
     * @param since when the first of them began; empty when the webhook is not failing
     * @param coveredUntil until when the failed attempts so far speak for the receiver, because another was due then; empty in rows of
     *     earlier releases
     * @param last how the last of them failed
     * @param warnedSince the {@code since} of the failing episode that the owner was last warned of
     * @param warnedAt when that became due; empty in rows of earlier releases
     */
    public record Failures(
            int score,
            int count,
            Optional<Instant> since,
            Optional<Instant> coveredUntil,
            Optional<LastFailure> last,
            Optional<Instant> warnedSince,
            Optional<Instant> warnedAt) {

        /** No failed attempt. */
        public static final Failures NONE = new Failures(
                0, 0, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        /**
         * After a further failed attempt.
         *
         * @param covered until when it speaks for the receiver
         */
        public Failures plus(Instant begun, Instant covered, LastFailure failure, int highestScore) {
            Optional<Instant> going = since.filter(_ -> cover(begun) || isWarned());
            return new Failures(
                    Math.min(highestScore, score + 1),
                    going.isPresent() ? count + 1 : 1,
                    going.or(() -> Optional.of(begun)),
                    coveredUntil.filter(covered::isBefore).or(() -> Optional.of(covered)),
                    Optional.of(failure),
                    warnedSince,
                    warnedAt);
        }

        /** Whether the failed attempts so far speak for the receiver at that time. */
        public boolean cover(Instant time) {
            return coveredUntil.filter(time::isAfter).isEmpty();
        }

        /** Whether the owner was warned of this episode. */
        public boolean isWarned() {
            return since.isPresent() && since.equals(warnedSince);
        }

        /** After a success: none when the episode is over. */
        public Failures halved() {
            return score < 2 ? NONE : new Failures(score / 2, count, since, coveredUntil, last, warnedSince, warnedAt);
        }

        /** After a probe that could show nothing: the episode goes on with half of the score. */
        public Failures faded() {
            return new Failures(score / 2, count, since, coveredUntil, last, warnedSince, warnedAt);
        }

        /** After the owner was warned. */
        public Failures warned(Instant at) {
            return new Failures(score, count, since, coveredUntil, last, since, Optional.of(at));
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

    /**
     * What the owner was told of deliveries that wait.
     *
     * @param number how many of the notices have become due, from 1
     * @param since since when the oldest delivery had waited then
     * @param at when the last of them became due
     */
    public record WaitNotice(int number, Instant since, Instant at) {

        /** Rejects a number below 1. */
        public WaitNotice {
            if (number < 1) {
                throw new IllegalArgumentException("notices are counted from 1");
            }
        }
    }
}
