package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The next step for a delivery message, decided from the message, the webhook's row and the log. The code that carries it out
 * decides nothing.
 */
public sealed interface NextStep {

    /** The message needs no attempt any more: delete it. */
    record Drop(Reason reason) implements NextStep {}

    /** The attempt is not due yet: put the message back on the queue. */
    record Hop(Duration delay) implements NextStep {}

    /** The circuit is open or the account suspended: add the delivery to the backlog. */
    record AddToBacklog(DeliveryMessage message) implements NextStep {}

    /** Make the attempt. */
    record Attempt(Webhook webhook) implements NextStep {}

    /** The attempt was made and logged, but what follows it may not have been done: do it again. */
    record Resume(LoggedDelivery logged) implements NextStep {}

    /** Why a message is dropped. */
    enum Reason {
        /** The webhook does not exist. */
        WEBHOOK_GONE,
        /** The webhook is disabled. */
        WEBHOOK_DISABLED,
        /** The account is suspended, and a ping does not wait. */
        ACCOUNT_SUSPENDED,
        /** The webhook has been disabled and enabled again since. */
        EARLIER_GENERATION,
        /** The webhook's types or clinics no longer contain the event. */
        NO_LONGER_MATCHING,
        /** The receiver has it. */
        DELIVERED,
        /** The owner dismissed the delivery. */
        DISMISSED,
        /** Another message of the same delivery is ahead of this one. */
        OVERTAKEN
    }

    /**
     * Decides by time, after the webhook's row. A retry is made early when the receiver has recovered since its last attempt, so
     * that a recovered receiver does not wait for hours.
     */
    static Optional<NextStep> whenEarly(DeliveryMessage message, Webhook webhook, Instant now) {
        Duration wait = Duration.between(now, message.notBefore());
        boolean expedited =
                message.lastAttempt().filter(webhook.health()::expeditesRetries).isPresent();
        return wait.isPositive() && !expedited ? Optional.of(new Hop(hop(wait))) : Optional.empty();
    }

    /** The first hop of a wait: all of it, or the longest delay of a message. */
    static Duration hop(Duration wait) {
        if (!wait.isPositive()) {
            return Duration.ZERO;
        }
        return wait.compareTo(DeliveryQueue.MAX_DELAY) < 0 ? wait : DeliveryQueue.MAX_DELAY;
    }

    /** Decides by the webhook's row. Nothing is attempted for a webhook that would not get a new event like this one. */
    static Optional<NextStep> byWebhook(DeliveryMessage message, Optional<Webhook> webhook) {
        if (webhook.isEmpty()) {
            return Optional.of(new Drop(Reason.WEBHOOK_GONE));
        }
        Webhook row = webhook.get();
        if (!row.isActive()) {
            return Optional.of(new Drop(Reason.WEBHOOK_DISABLED));
        }
        if (row.generation() != message.generation()) {
            return Optional.of(new Drop(Reason.EARLIER_GENERATION));
        }
        return message.payload().isFor(row) ? Optional.empty() : Optional.of(new Drop(Reason.NO_LONGER_MATCHING));
    }

    /**
     * Whether a delivery goes to the backlog: while the circuit is open, first attempts do; retries and pings never do. A retry
     * cycle that has begun runs to its end, because its last attempt is what disables a webhook.
     */
    static boolean goesToBacklog(DeliveryMessage message, Webhook webhook) {
        return webhook.health().isCircuitOpen()
                && message.attempt() == 1
                && !message.payload().isPing();
    }

    /**
     * Decides for a suspended webhook, when everything else asks for an attempt. A delivery that was attempted before begins a new
     * retry cycle later, because the suspension is not the receiver's fault.
     */
    static NextStep whileSuspended(DeliveryMessage message, Instant now) {
        if (message.payload().isPing()) {
            return new Drop(Reason.ACCOUNT_SUSPENDED);
        }
        return new AddToBacklog(message.attempt() == 1 ? message : message.nextCycle(now));
    }

    /** Whether the log must be read before an attempt: not for a first attempt whose message was never received before. */
    static boolean needsLog(DeliveryMessage message, boolean receivedBefore) {
        return message.attempt() > 1 || message.cycle() > DeliveryMessage.FIRST_CYCLE || receivedBefore;
    }

    /**
     * Decides by the log. Duplicate messages may have split a delivery into two chains; the logged retry cycle and number of attempts
     * show which is ahead. Whoever logs an attempt sends the next message before it deletes its own. A message that finds its own
     * attempt logged is therefore dropped only if it was never received before; otherwise the next message may be missing. A
     * later retry cycle than the logged one was requested after everything in the log.
     */
    static NextStep byLog(
            DeliveryMessage message, boolean receivedBefore, Webhook webhook, Optional<LoggedDelivery> logged) {
        if (logged.isEmpty() || logged.get().cycle() < message.cycle()) {
            return new Attempt(webhook);
        }
        LoggedDelivery row = logged.get();
        if (row.cycle() > message.cycle()) {
            return new Drop(Reason.OVERTAKEN);
        }
        return switch (row.status()) {
            case SUCCEEDED -> new Drop(Reason.DELIVERED);
            case DISMISSED -> new Drop(Reason.DISMISSED);
            case PENDING, FAILED -> byAttempts(message, receivedBefore, webhook, row);
        };
    }

    /** Whether the attempt of a message is the next one after the logged ones. */
    static boolean isNext(DeliveryMessage message, LoggedDelivery logged) {
        return logged.cycle() == message.cycle()
                && logged.status() == DeliveryStatus.PENDING
                && logged.made() < message.attempt();
    }

    private static NextStep byAttempts(
            DeliveryMessage message, boolean receivedBefore, Webhook webhook, LoggedDelivery row) {
        if (row.made() < message.attempt()) {
            return new Attempt(webhook);
        }
        return row.made() == message.attempt() && receivedBefore ? new Resume(row) : new Drop(Reason.OVERTAKEN);
    }
}
