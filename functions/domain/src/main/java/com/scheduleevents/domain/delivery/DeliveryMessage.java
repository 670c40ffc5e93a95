package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The queue message of a delivery: the event, and the attempt to make and when.
 *
 * @param account the account of the webhook and the event
 * @param webhook the webhook that gets the event
 * @param generation the generation of the webhook that the delivery belongs to
 * @param payload the event, byte for byte
 * @param cycle the retry cycle, from 1
 * @param attempt the number of the attempt to make in this cycle, from 1
 * @param firstAttempt when the retry cycle's first attempt was made; empty before that
 * @param lastAttempt when the attempt before this one was made; empty before the first
 * @param notBefore when the attempt is due
 * @param drainedAt when a drain put it back on the queue; empty unless it was in the backlog, where it may have been attempted
 * @param waiting since when it waits; empty as long as that is when it is due
 */
public record DeliveryMessage(
        AccountId account,
        WebhookId webhook,
        long generation,
        Payload payload,
        int cycle,
        int attempt,
        Optional<Instant> firstAttempt,
        Optional<Instant> lastAttempt,
        Instant notBefore,
        Optional<Instant> drainedAt,
        Optional<Waiting> waiting) {

    /** The retry cycle that every delivery begins with. */
    public static final int FIRST_CYCLE = 1;

    /** Rejects numbers below 1. */
    public DeliveryMessage {
        if (attempt < 1 || cycle < FIRST_CYCLE) {
            throw new IllegalArgumentException("attempts and retry cycles are counted from 1");
        }
    }

    /** The first message of a delivery. */
    public static DeliveryMessage first(Webhook webhook, Event event, Instant now) {
        return first(webhook, Payload.of(event), FIRST_CYCLE, now);
    }

    /** The first message of a retry cycle. */
    public static DeliveryMessage first(Webhook webhook, Payload payload, int cycle, Instant now) {
        return first(webhook, payload, cycle, now, Optional.empty());
    }

    private static DeliveryMessage first(
            Webhook webhook, Payload payload, int cycle, Instant now, Optional<Waiting> waiting) {
        return new DeliveryMessage(
                webhook.account(),
                webhook.id(),
                webhook.generation(),
                payload,
                cycle,
                1,
                Optional.empty(),
                Optional.empty(),
                now,
                Optional.empty(),
                waiting);
    }

    /**
     * The first message of a delivery that somebody asks for: of the retry cycle after the logged one, or of the first cycle when the
     * delivery is not in the log.
     */
    public static DeliveryMessage again(
            Webhook webhook, Payload payload, Optional<LoggedDelivery> logged, Instant now) {
        return requested(webhook, payload, logged.map(row -> row.cycle() + 1).orElse(FIRST_CYCLE), now);
    }

    /** The first message of a retry cycle that somebody asks for, which may be the first. */
    static DeliveryMessage requested(Webhook webhook, Payload payload, int cycle, Instant due) {
        return first(webhook, payload, cycle, due, Optional.of(new Waiting(due, true)));
    }

    /**
     * The message of a delivery whose own was lost: of its next attempt, or of its last one when none follows. Its receiver has to look at the
     * log.
     */
    public static DeliveryMessage missing(Webhook webhook, Event event, Optional<LoggedDelivery> logged, Instant now) {
        DeliveryMessage first = first(
                webhook, Payload.of(event), logged.map(LoggedDelivery::cycle).orElse(FIRST_CYCLE), now);
        return logged.filter(row -> row.made() > 0)
                .map(row -> row.nextAttempt().isPresent()
                        ? first.next(row)
                        : first.at(
                                row.cycle(),
                                row.made(),
                                row.firstAttempt(),
                                Optional.of(row.last().at()),
                                now,
                                Optional.empty(),
                                now))
                .orElse(first);
    }

    /** Since when it waits for its first attempt, if it is still to be made. */
    public Instant waitsSince() {
        return waiting.map(Waiting::since).orElse(notBefore);
    }

    /**
     * Whether somebody asked for it: a redelivery or a replay, which nobody waits for as for a new event. Messages of earlier releases say so
     * by their retry cycle alone.
     */
    public boolean isRequested() {
        return waiting.map(Waiting::requested).orElse(cycle > FIRST_CYCLE);
    }

    /**
     * The same message as it goes to the backlog now. The time in which it was late in a queue of ours does not count: that is no fault of the
     * receiver.
     */
    public DeliveryMessage waitingFrom(Instant now) {
        Instant received = drainedAt.filter(notBefore::isBefore).orElse(notBefore);
        Duration late = Duration.between(received, now);
        return late.compareTo(NextStep.LONGEST_TURN) <= 0
                ? this
                : at(
                        cycle,
                        attempt,
                        firstAttempt,
                        lastAttempt,
                        notBefore,
                        drainedAt,
                        waitsSince().plus(late));
    }

    /** Whether it has waited for something before, other than its time; nobody asked for it. */
    boolean hasWaited() {
        return waiting.filter(wait -> !wait.requested()).isPresent();
    }

    /**
     * Whether its first attempt waits for earlier events of its appointment, where the webhook gets them in their order. Whoever asks for a
     * delivery gets it at once.
     */
    boolean takesTurns() {
        return attempt == 1 && cycle == FIRST_CYCLE && !isRequested() && !payload.isTrial();
    }

    /**
     * The same message when it waits for an earlier event until then. It stays one of its drain, because the removal of its row may still be
     * on its way when it comes back to the backlog.
     */
    public DeliveryMessage waitingUntil(Instant due) {
        return at(cycle, attempt, firstAttempt, lastAttempt, due, drainedAt, waitsSince());
    }

    /** The message of the attempt that follows the logged ones, which are of the same retry cycle or only begin the next one. */
    public DeliveryMessage next(LoggedDelivery logged) {
        return at(
                logged.cycle(),
                logged.made() + 1,
                logged.firstAttempt(),
                logged.firstAttempt().map(_ -> logged.last().at()),
                logged.nextAttempt().orElseThrow(),
                Optional.empty(),
                logged.cycle() == cycle ? waitsSince() : logged.nextAttempt().orElseThrow());
    }

    /** The first message of the retry cycle after this one. */
    public DeliveryMessage nextCycle(Instant now) {
        return at(cycle + 1, 1, Optional.empty(), Optional.empty(), now, Optional.empty(), now);
    }

    /** The message of a delivery that a drain puts back on the queue; later than that of the drain before, whatever the clocks say. */
    public DeliveryMessage drained(Instant now) {
        Instant at = drainedAt
                .map(before -> before.plusMillis(1))
                .filter(now::isBefore)
                .orElse(now);
        return at(cycle, attempt, firstAttempt, lastAttempt, at, Optional.of(at), waitsSince());
    }

    private DeliveryMessage at(
            int inCycle,
            int number,
            Optional<Instant> first,
            Optional<Instant> last,
            Instant due,
            Optional<Instant> drained,
            Instant since) {
        Optional<Waiting> waits = Optional.of(new Waiting(since, isRequested()));
        return new DeliveryMessage(
                account, webhook, generation, payload, inCycle, number, first, last, due, drained, waits);
    }

    /**
     * Since when a delivery waits, whatever it waits for.
     *
     * @param since when it could first have been attempted, or was asked for
     * @param requested whether somebody asked for it
     */
    public record Waiting(Instant since, boolean requested) {}
}
