package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A delivery in the log.
 *
 * @param event the delivered event
 * @param clinic its clinic; a ping and a test event have none
 * @param cycle the retry cycle, from 1; a redelivery begins the next one
 * @param made the number of attempts in this retry cycle
 * @param firstAttempt when this retry cycle's first attempt was made; empty before it
 * @param nextAttempt when the next attempt is due; empty when none is
 * @param attempts the attempts of this retry cycle and, as far as they are kept, of earlier ones; oldest first
 */
public record LoggedDelivery(
        EventId event,
        String type,
        Optional<ClinicId> clinic,
        int cycle,
        int made,
        DeliveryStatus status,
        Optional<Instant> firstAttempt,
        Optional<Instant> nextAttempt,
        List<LoggedAttempt> attempts) {

    /**
     * How many attempts of earlier retry cycles are kept, so that a row stays small after any number of redeliveries. The first
     * successful one is kept in any case, because it makes the delivery count as succeeded.
     */
    private static final int MAX_EARLIER = 33;

    /** Copies the attempts. */
    public LoggedDelivery {
        attempts = List.copyOf(attempts);
    }

    /** A delivery that is about to be attempted for the first time. */
    public static LoggedDelivery waiting(Payload payload, Instant now) {
        return unattempted(payload, DeliveryMessage.FIRST_CYCLE, Optional.of(now));
    }

    /** A delivery in the backlog. When it is attempted depends on its webhook. */
    public static LoggedDelivery backlog(DeliveryMessage message) {
        return unattempted(message.payload(), message.cycle(), Optional.empty());
    }

    private static LoggedDelivery unattempted(Payload payload, int cycle, Optional<Instant> next) {
        return new LoggedDelivery(
                payload.id(),
                payload.type(),
                payload.clinic(),
                cycle,
                0,
                DeliveryStatus.PENDING,
                Optional.empty(),
                next,
                List.of());
    }

    /**
     * A delivery after an attempt, with this attempt as its only one.
     *
     * @param message the message that asked for the attempt
     * @param begun when the attempt began
     * @param next when the next attempt is due if this one failed; empty when none follows
     * @param token identifies the attempt
     */
    public static LoggedDelivery attempted(
            DeliveryMessage message, AttemptOutcome outcome, Instant begun, Optional<Instant> next, String token) {
        Payload payload = message.payload();
        return new LoggedDelivery(
                payload.id(),
                payload.type(),
                payload.clinic(),
                message.cycle(),
                message.attempt(),
                outcome.succeeded()
                        ? DeliveryStatus.SUCCEEDED
                        : next.isPresent() ? DeliveryStatus.PENDING : DeliveryStatus.FAILED,
                message.firstAttempt().or(() -> Optional.of(begun)),
                next.filter(_ -> !outcome.succeeded()),
                List.of(new LoggedAttempt(
                        message.cycle(),
                        message.attempt(),
                        begun,
                        outcome.duration(),
                        outcome.outcomeClass(),
                        Optional.ofNullable(outcome.certificateFault()),
                        outcome.status(),
                        token)));
    }

    /** Whether it is visible with access to these clinics; a ping or test event belongs to none and is always visible. */
    public boolean isSeenBy(Clinics seen) {
        return clinic.isEmpty() || seen.contains(clinic.get());
    }

    /** The last attempt. */
    public LoggedAttempt last() {
        return attempts.getLast();
    }

    /** Why its last attempt disables its webhook. */
    public Disabling.RetriesExhausted exhausted(Instant now) {
        return new Disabling.RetriesExhausted(
                now, event, firstAttempt.orElseThrow(), made, last().outcome(), last().status());
    }

    /** The same delivery at the beginning of its next retry cycle. */
    public LoggedDelivery nextCycle(Instant now) {
        return new LoggedDelivery(
                event,
                type,
                clinic,
                cycle + 1,
                0,
                DeliveryStatus.PENDING,
                Optional.empty(),
                Optional.of(now),
                kept(attempts.size()));
    }

    /** The same delivery without the attempts of earlier retry cycles that are not kept. */
    public LoggedDelivery trimmed() {
        long earlier =
                attempts.stream().filter(attempt -> attempt.cycle() < cycle).count();
        return new LoggedDelivery(
                event, type, clinic, cycle, made, status, firstAttempt, nextAttempt, kept(Math.toIntExact(earlier)));
    }

    /** Whether this retry cycle has begun without an attempt. */
    boolean isBegun() {
        return status == DeliveryStatus.PENDING && made == 0;
    }

    /** Whether {@link #trimmed} is worth a write: not after every retry cycle, only after many. */
    public boolean isTrimmable() {
        return attempts.size() > 2 * MAX_EARLIER;
    }

    /** @param earlier how many attempts are of earlier retry cycles */
    private List<LoggedAttempt> kept(int earlier) {
        int dropped = Math.max(0, earlier - MAX_EARLIER);
        return Stream.concat(
                        attempts.subList(0, dropped).stream()
                                .filter(attempt -> attempt.outcome() == OutcomeClass.SUCCEEDED)
                                .limit(1),
                        attempts.subList(dropped, attempts.size()).stream())
                .toList();
    }

    /** The same delivery after its owner dismissed it; unchanged unless it is pending. */
    public LoggedDelivery dismissed() {
        return status == DeliveryStatus.PENDING
                ? new LoggedDelivery(
                        event,
                        type,
                        clinic,
                        cycle,
                        made,
                        DeliveryStatus.DISMISSED,
                        firstAttempt,
                        Optional.empty(),
                        attempts)
                : this;
    }
}
