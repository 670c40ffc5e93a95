package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What is to be done with a delivery message, decided from what the message, the webhook's row and the log say. The shell
 * that carries it out decides nothing.
 */
public sealed interface NextStep {

    /** The message is of no use any more. */
    record Drop(Reason reason) implements NextStep {}

    /** It is too early: put the message back. */
    record Hop(Duration delay) implements NextStep {}

    /** Its webhook has an open circuit, or its account suspended: keep it aside. */
    record AddToBacklog(DeliveryMessage message) implements NextStep {}

    /** Make the attempt. */
    record Attempt(Webhook webhook) implements NextStep {}

    /** The attempt was made and written down, but what had to follow may not have been done: do it again. */
    record Resume(LoggedDelivery logged) implements NextStep {}

    /** Why a message is dropped. */
    enum Reason {
        /** The webhook was deleted, or never was. */
        WEBHOOK_GONE,
        /** The webhook is disabled. */
        WEBHOOK_DISABLED,
        /** The account is suspended, and a ping is of the moment. */
        ACCOUNT_SUSPENDED,
        /** The webhook was disabled and enabled again since. */
        EARLIER_GENERATION,
        /** The webhook's types or clinics no longer contain the event. */
        NO_LONGER_MATCHING,
        /** The receiver has it. */
        DELIVERED,
        /** Its owner gave the delivery up. */
        DISMISSED,
        /** Another message of the same delivery is ahead. */
        OVERTAKEN
    }

    /**
     * Decides by time, once it is clear that the webhook still wants the event. A retry need not wait on when there is reason
     * to hope since its last attempt: then the receiver that came back is not kept waiting for hours.
     */
    static Optional<NextStep> whenEarly(DeliveryMessage message, Webhook webhook, Instant now) {
        Duration wait = Duration.between(now, message.notBefore());
        boolean expedited =
                message.lastAttempt().filter(webhook.health()::expeditesRetries).isPresent();
        return wait.isPositive() && !expedited ? Optional.of(new Hop(hop(wait))) : Optional.empty();
    }

    /** The hop that a wait begins with: all of it, if one message can be put off for so long. */
    static Duration hop(Duration wait) {
        if (!wait.isPositive()) {
            return Duration.ZERO;
        }
        return wait.compareTo(DeliveryQueue.MAX_DELAY) < 0 ? wait : DeliveryQueue.MAX_DELAY;
    }

    /** Decides by the webhook's row. Nothing is attempted for a webhook that would not be sent a new event of this kind. */
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
     * Whether a message is kept aside: first attempts are while the webhook has an open circuit, later ones and pings never. A retry cycle of
     * retries that has begun runs to its end, because the end of it is what disables a webhook.
     */
    static boolean goesToBacklog(DeliveryMessage message, Webhook webhook) {
        return webhook.health().isCircuitOpen()
                && message.attempt() == 1
                && !message.payload().isPing();
    }

    /**
     * Decides for a webhook that is suspended, once everything else says that an attempt is to be made. A delivery that was
     * attempted before begins anew when it is released: the time in which nobody could attempt it is not held against the
     * receiver.
     */
    static NextStep whileSuspended(DeliveryMessage message, Instant now) {
        if (message.payload().isPing()) {
            return new Drop(Reason.ACCOUNT_SUSPENDED);
        }
        return new AddToBacklog(message.attempt() == 1 ? message : message.nextCycle(now));
    }

    /** Whether the log has to be read before an attempt: a message received for the first time for a first attempt is new. */
    static boolean needsLog(DeliveryMessage message, boolean receivedBefore) {
        return message.attempt() > 1 || message.cycle() > DeliveryMessage.FIRST_CYCLE || receivedBefore;
    }

    /**
     * Decides by the log. A chain of messages may have become two by a repeat; the retry cycle and the number of its attempts in
     * the log say which is ahead. Who wrote an attempt down owes the next message until its own is deleted, so a message that
     * finds its own attempt written may drop only if it was never received before: else it may be the one that owes. A later
     * retry cycle than the log's was asked for after everything that the log says.
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

    /** Whether the attempt of a message is the one that the log waits for. */
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
