package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.delivery.NextStep.MessageOrigin;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.Optional;

/**
 * The facts from which {@link NextStep} decides. They are replaced by newer ones until a step completes the message.
 *
 * @param taken when the message was taken up
 * @param read a time before the webhook was read
 * @param webhook the webhook's row; empty when it does not exist
 * @param backlog whether this sender has added the delivery to the backlog
 * @param refused an attempt that was made, and that the log refused because another message had logged it
 */
public record DeliveryFacts(
        DeliveryMessage message,
        MessageOrigin origin,
        Instant taken,
        Instant read,
        Optional<Webhook> webhook,
        BacklogEntry backlog,
        Optional<LoggedDelivery> refused,
        Circumstances circumstances) {

    /** Whether the delivery is in the backlog because this sender has added it. */
    public enum BacklogEntry {
        /** It was not added. */
        NONE,
        /** It was added, and the webhook was read after that. */
        ADDED,
        /**
         * It was added, but nothing will attempt it there: this sender goes on with it as a probe does, and then
         * removes it.
         */
        ABANDONED
    }

    /** What is asked only where the decision depends on it. */
    public interface Circumstances {

        /** Looks for an earlier delivery that the webhook has to get first, because it gets the events of each appointment in their order. */
        Optional<EarlierDelivery> earlier(Webhook webhook);

        /** Reads the delivery's row in the log. */
        Optional<LoggedDelivery> logged();

        /**
         * Whether an attempt of the webhook that begins now ends before the function does. One that may outlive it would be made a
         * second time.
         */
        boolean hasTime(Webhook webhook);

        /** Whether first attempts of the webhook leave the deliveries queue to its neighbours. */
        boolean isHeldBack(Webhook webhook);
    }

    /**
     * The facts of a message that was just taken up.
     *
     * @param read a time before the webhook was read
     */
    public static DeliveryFacts of(
            DeliveryMessage message,
            MessageOrigin origin,
            Instant read,
            Optional<Webhook> webhook,
            Circumstances circumstances) {
        return new DeliveryFacts(
                message, origin, read, read, webhook, BacklogEntry.NONE, Optional.empty(), circumstances);
    }

    /**
     * The same message after the webhook was read again.
     *
     * @param at a time before that
     */
    public DeliveryFacts reread(Instant at, Optional<Webhook> again) {
        return new DeliveryFacts(message, origin, taken, at, again, backlog, refused, circumstances);
    }

    /** The same when the turn of the attempt came too late, so that it is decided again. */
    public DeliveryFacts held() {
        return new DeliveryFacts(message, origin.held(), taken, read, webhook, backlog, refused, circumstances);
    }

    /** The delivery was added to the backlog; the webhook is read after that. */
    public DeliveryFacts added() {
        return new DeliveryFacts(message, origin, taken, read, webhook, BacklogEntry.ADDED, refused, circumstances);
    }

    /** Nothing will attempt the delivery in the backlog, to which it was added. */
    public DeliveryFacts abandoned() {
        return new DeliveryFacts(
                message, MessageOrigin.PROBE, taken, read, webhook, BacklogEntry.ABANDONED, refused, circumstances);
    }

    /** The log refused an attempt, because it has that attempt already. */
    public DeliveryFacts refused(LoggedDelivery made) {
        return new DeliveryFacts(message, origin, taken, read, webhook, backlog, Optional.of(made), circumstances);
    }
}
