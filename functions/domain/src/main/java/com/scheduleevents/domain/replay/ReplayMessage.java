package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Optional;

/**
 * What the replay queue carries: that a step is to be made. Where it begins is in the replay's row alone, so that the two
 * cannot disagree; the number tells whether the step was made before.
 *
 * @param account whose replay it is
 * @param webhook where the events go
 * @param replay the replay
 * @param step how many steps have to be done for this one to be the next
 * @param leftOut the event that the step left out because it could not be read, and that alone is to be sent now; empty for
 *     the step itself
 */
public record ReplayMessage(
        AccountId account, WebhookId webhook, ReplayId replay, int step, Optional<EventId> leftOut) {

    /** Refuses numbers that no step has. */
    public ReplayMessage {
        if (step < 0) {
            throw new IllegalArgumentException("steps are counted from 0");
        }
    }

    /** The message of a step. */
    public ReplayMessage(AccountId account, WebhookId webhook, ReplayId replay, int step) {
        this(account, webhook, replay, step, Optional.empty());
    }

    /** What is put aside of a step: that it left the event out. Back on the queue, it sends that one event. */
    public ReplayMessage leavingOut(EventId event) {
        return new ReplayMessage(account, webhook, replay, step, Optional.of(event));
    }

    /** The message of the step that is to be made next. */
    public static ReplayMessage next(Replay replay) {
        return new ReplayMessage(
                replay.account(),
                replay.webhook(),
                replay.id(),
                replay.progress().steps());
    }
}
