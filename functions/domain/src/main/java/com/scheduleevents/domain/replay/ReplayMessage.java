package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Optional;

/**
 * A message of the replay queue: a step to make. The position is only in the replay's row, so that message and row cannot disagree; the
 * number tells whether the step was made before.
 *
 * @param step the number of steps that precede this one
 * @param leftOut the event that the step skipped because it could not be read, and that is now to be sent alone; empty for the whole
 *     step
 */
public record ReplayMessage(
        AccountId account, WebhookId webhook, ReplayId replay, int step, Optional<EventId> leftOut) {

    /** Rejects a negative step. */
    public ReplayMessage {
        if (step < 0) {
            throw new IllegalArgumentException("steps are counted from 0");
        }
    }

    /** The message of a step. */
    public ReplayMessage(AccountId account, WebhookId webhook, ReplayId replay, int step) {
        this(account, webhook, replay, step, Optional.empty());
    }

    /** The dead-letter message for an event that the step skipped. When it is redriven, that event is sent. */
    public ReplayMessage leavingOut(EventId event) {
        return new ReplayMessage(account, webhook, replay, step, Optional.of(event));
    }

    /** The message of the next step. */
    public static ReplayMessage next(Replay replay) {
        return new ReplayMessage(
                replay.account(),
                replay.webhook(),
                replay.id(),
                replay.progress().steps());
    }
}
