package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.webhook.Webhook;
import java.util.Optional;

/**
 * What to do with a message of the replay queue, decided from the message, the replay's row and the webhook's row. The code that carries
 * it out decides nothing.
 *
 * <p>A step is made in this order: read the slice, queue its deliveries, update the replay's row, queue the next step, and only then
 * delete the message. After a crash at any point the message is received again:
 *
 * <ul>
 *   <li>If the row was not updated, the step is made again. Its deliveries are queued twice, but in the same retry cycle, so that the
 *       copies merge; those that were attempted in the meantime are left out ({@link ReplaySelection#wants}).
 *   <li>If the row was updated, the message was received before and is exactly one step behind: the message of the next step may be
 *       missing, and is sent again.
 * </ul>
 *
 * <p>A copy of a message that was never received before is dropped when its step was made, because the original message is not deleted
 * before the next step is queued. So copies merge into one chain, which ends only when the replay ends.
 */
public sealed interface ReplayStep {

    /** The message is obsolete: delete it. */
    record Drop(Reason reason) implements ReplayStep {}

    /** The step was made, but the message of the next step may be missing: send it. */
    record Resume(Replay replay) implements ReplayStep {}

    /** The webhook was disabled or deleted: end the replay. */
    record End(Replay replay, ReplayEnd.Why why) implements ReplayStep {}

    /** Make the step. */
    record Walk(Replay replay, Webhook webhook) implements ReplayStep {}

    /** Why a message is dropped. */
    enum Reason {
        /** The account has no such replay: it has expired, was never stored, or the message is forged. */
        UNKNOWN,
        /** The replay has ended. */
        OVER,
        /** Another message of the same replay is ahead of this one. */
        OVERTAKEN
    }

    /**
     * Decides what to do with the message of a step.
     *
     * @param receivedBefore whether the message was received before
     * @param row the replay
     * @param webhook the webhook of the replay
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
            boolean nextMayBeMissing = receivedBefore && replay.progress().steps() == message.step() + 1;
            return nextMayBeMissing ? new Resume(replay) : new Drop(Reason.OVERTAKEN);
        }
        return byWebhook(replay, webhook);
    }

    /**
     * Decides about an event that a step skipped. It is sent even if the replay has completed; empty if it was cancelled or has ended
     * early.
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
