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
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A delivery in the log.
 *
 * @param event the delivered event
 * @param clinic its clinic; a ping and a test event have none
 * @param generation the generation of its webhook in which this retry cycle began; empty in rows of earlier versions
 * @param cycle the retry cycle, from 1; a redelivery begins the next one
 * @param made the number of attempts in this retry cycle
 * @param firstAttempt when this retry cycle's first attempt was made; empty before it
 * @param nextAttempt when the next attempt is due; empty when none is
 * @param attempts the attempts of this retry cycle and, as far as they are kept, of earlier ones; oldest first
 * @param dropped those of earlier retry cycles that are not kept
 */
public record LoggedDelivery(
        EventId event,
        String type,
        Optional<ClinicId> clinic,
        OptionalLong generation,
        int cycle,
        int made,
        DeliveryStatus status,
        Optional<Instant> firstAttempt,
        Optional<Instant> nextAttempt,
        List<LoggedAttempt> attempts,
        Dropped dropped) {

    /**
     * How many attempts of earlier retry cycles are kept, so that a row stays small after any number of redeliveries. The first
     * successful one is kept in any case, because it makes the delivery count as succeeded.
     */
    private static final int MAX_EARLIER = 33;

    /**
     * Attempts that are counted and not kept.
     *
     * @param attempts how many there were
     * @param failed how many of them failed
     */
    public record Dropped(int attempts, int failed) {

        /** All attempts are kept. */
        public static final Dropped NONE = new Dropped(0, 0);

        private Dropped and(List<LoggedAttempt> more) {
            return new Dropped(attempts + more.size(), failed + failures(more));
        }
    }

    public LoggedDelivery {
        attempts = List.copyOf(attempts);
    }

    /** A delivery that is about to be attempted for the first time. */
    public static LoggedDelivery waiting(DeliveryMessage message) {
        return unattempted(message, Optional.of(message.notBefore()));
    }

    /** A delivery in the backlog. When it is attempted depends on its webhook. */
    public static LoggedDelivery backlog(DeliveryMessage message) {
        return unattempted(message, Optional.empty());
    }

    private static LoggedDelivery unattempted(DeliveryMessage message, Optional<Instant> next) {
        Payload payload = message.payload();
        return new LoggedDelivery(
                payload.id(),
                payload.type(),
                payload.clinic(),
                OptionalLong.of(message.generation()),
                message.cycle(),
                0,
                DeliveryStatus.PENDING,
                Optional.empty(),
                next,
                List.of(),
                Dropped.NONE);
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
                OptionalLong.of(message.generation()),
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
                        token)),
                Dropped.NONE);
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

    /** How many attempts were made in all retry cycles. */
    public int attemptsMade() {
        return dropped.attempts() + attempts.size();
    }

    /** How many attempts failed in all retry cycles. */
    public int attemptsFailed() {
        return dropped.failed() + failures(attempts);
    }

    private static int failures(List<LoggedAttempt> of) {
        return Math.toIntExact(of.stream()
                .filter(attempt -> attempt.outcome() != OutcomeClass.SUCCEEDED)
                .count());
    }

    /**
     * Whether later events of its appointment need not wait for it: it was delivered once or dismissed, or is not sent any more.
     *
     * @param present the generation of its webhook
     */
    public boolean isOver(long present) {
        return (status != DeliveryStatus.PENDING && status != DeliveryStatus.FAILED)
                || isEarlierThan(present)
                || attempts.stream().anyMatch(attempt -> attempt.outcome() == OutcomeClass.SUCCEEDED);
    }

    /** Whether its retry cycle began in an earlier generation of the webhook, so that nothing of it is sent by itself any more. */
    public boolean isEarlierThan(long present) {
        return generation.isPresent() && generation.getAsLong() < present;
    }

    /** The same delivery of the present generation, in whose backlog it waits again. */
    public LoggedDelivery waitingIn(long present) {
        return changed(OptionalLong.of(present), status, Optional.empty());
    }

    /**
     * The same delivery at the beginning of its next retry cycle.
     *
     * @param present the generation of its webhook
     */
    public LoggedDelivery nextCycle(long present, Instant now) {
        LoggedDelivery kept = keeping(attempts.size());
        return new LoggedDelivery(
                event,
                type,
                clinic,
                OptionalLong.of(present),
                cycle + 1,
                0,
                DeliveryStatus.PENDING,
                Optional.empty(),
                Optional.of(now),
                kept.attempts,
                kept.dropped);
    }

    /** The retry cycle of a message that still waited when the retention of its event ended. */
    public static LoggedDelivery expired(DeliveryMessage message, Optional<LoggedDelivery> logged) {
        Optional<LoggedDelivery> kept = logged.map(row -> row.keeping(row.attempts.size()));
        return new LoggedDelivery(
                message.payload().id(),
                message.payload().type(),
                message.payload().clinic(),
                OptionalLong.of(message.generation()),
                message.cycle(),
                0,
                DeliveryStatus.EXPIRED,
                Optional.empty(),
                Optional.empty(),
                kept.map(LoggedDelivery::attempts).orElse(List.of()),
                kept.map(LoggedDelivery::dropped).orElse(Dropped.NONE));
    }

    /** The same delivery without the attempts of earlier retry cycles that are not kept. */
    public LoggedDelivery trimmed() {
        return keeping(Math.toIntExact(
                attempts.stream().filter(attempt -> attempt.cycle() < cycle).count()));
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
    private LoggedDelivery keeping(int earlier) {
        int last = Math.max(0, earlier - MAX_EARLIER);
        List<LoggedAttempt> old = attempts.subList(0, last);
        List<LoggedAttempt> first = old.stream()
                .filter(attempt -> attempt.outcome() == OutcomeClass.SUCCEEDED)
                .limit(1)
                .toList();
        return new LoggedDelivery(
                event,
                type,
                clinic,
                generation,
                cycle,
                made,
                status,
                firstAttempt,
                nextAttempt,
                Stream.concat(first.stream(), attempts.subList(last, attempts.size()).stream())
                        .toList(),
                dropped.and(
                        old.stream().filter(attempt -> !first.contains(attempt)).toList()));
    }

    /** The same delivery after its owner dismissed it; unchanged unless it is pending. */
    public LoggedDelivery dismissed() {
        return status == DeliveryStatus.PENDING
                ? changed(generation, DeliveryStatus.DISMISSED, Optional.empty())
                : this;
    }

    private LoggedDelivery changed(OptionalLong began, DeliveryStatus now, Optional<Instant> next) {
        return new LoggedDelivery(event, type, clinic, began, cycle, made, now, firstAttempt, next, attempts, dropped);
    }
}
