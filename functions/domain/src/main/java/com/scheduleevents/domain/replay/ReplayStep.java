package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.webhook.Webhook;
import java.util.Optional;

/**
 * What is to be done with a message of the replay queue, decided from what the message, the replay's row and the webhook's row
 * say. The shell that carries it out decides nothing.
 *
 * <p>A step is made in this order: read the slice, queue its messages, count the step in the row, queue the next step, and
 * only then delete the message. A crash anywhere leaves the message, which comes again:
 *
 * <ul>
 *   <li>before the row counted the step, the step is made again. Its messages are sent twice, of the same retry cycle of the same
 *       deliveries, so they merge; those that were attempted meanwhile are left out ({@link ReplaySelection#wants}).
 *   <li>after it did, the message was received before and finds its step just made: the next step's message may never have
 *       been sent, and is sent again.
 * </ul>
 *
 * <p>A message that is a mere copy finds its step made as well, but was never received before: it is dropped, because the
 * message that made the step owes the next one until it is itself deleted. So copies merge into one chain, and the chain ends
 * with the replay alone.
 */
public sealed interface ReplayStep {

    /** The message is of no use any more. */
    record Drop(Reason reason) implements ReplayStep {}

    /** Its step was made, but the next step's message may not have been sent: send it. */
    record Resume(Replay replay) implements ReplayStep {}

    /** The replay has nothing to go on for: end it. */
    record End(Replay replay, ReplayEnd.Why why) implements ReplayStep {}

    /** Make the step. */
    record Walk(Replay replay, Webhook webhook) implements ReplayStep {}

    /** Why a message is dropped. */
    enum Reason {
        /** There is no such replay of that account: it expired, it was never put, or the message is forged. */
        UNKNOWN,
        /** The replay came to its end. */
        OVER,
        /** Another message of the same replay is ahead. */
        OVERTAKEN
    }

    /**
     * Decides.
     *
     * @param receivedBefore whether somebody was given the message before
     * @param row what the store has of the message's replay
     * @param webhook what the store has of the message's webhook
     */
    static ReplayStep of(
            ReplayMessage message, boolean receivedBefore, Optional<Replay> row, Optional<Webhook> webhook) {
        Optional<Replay> known = row.filter(replay -> replay.account().equals(message.account()));
        if (known.isEmpty()) {
            return new Drop(Reason.UNKNOWN);
        }
        Replay replay = known.get();
        if (!replay.isRunning()) {
            return new Drop(Reason.OVER);
        }
        if (replay.progress().steps() != message.step()) {
            boolean owesNext = receivedBefore && replay.progress().steps() == message.step() + 1;
            return owesNext ? new Resume(replay) : new Drop(Reason.OVERTAKEN);
        }
        return byWebhook(replay, webhook);
    }

    /**
     * Decides of an event that a step left out. It is sent wherever the replay stands by now, unless somebody cancelled it.
     *
     * @return empty when it is of no use any more
     */
    static Optional<Walk> ofLeftOut(ReplayMessage message, Optional<Replay> row, Optional<Webhook> webhook) {
        return row.filter(replay -> replay.account().equals(message.account()))
                .filter(replay -> replay.ending()
                        .filter(ending -> ending.why() != ReplayEnd.Why.COMPLETED)
                        .isEmpty())
                .flatMap(replay -> webhook.filter(Webhook::isActive)
                        .filter(active -> active.generation() == replay.generation())
                        .map(active -> new Walk(replay, active)));
    }

    private static ReplayStep byWebhook(Replay replay, Optional<Webhook> webhook) {
        if (webhook.isEmpty()) {
            return new End(replay, ReplayEnd.Why.WEBHOOK_DELETED);
        }
        boolean sameGeneration = webhook.get().isActive() && webhook.get().generation() == replay.generation();
        return sameGeneration ? new Walk(replay, webhook.get()) : new End(replay, ReplayEnd.Why.WEBHOOK_DISABLED);
    }
}
