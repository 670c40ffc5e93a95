package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.event.EventId;
import java.util.Optional;

/**
 * How far a replay has come.
 *
 * @param steps the number of steps that were made
 * @param position the last event that was read; empty before the first
 * @param lookedAt the number of events that were read, of the clinics whose events the webhook can get
 * @param queued the number of events that were queued for delivery
 */
public record ReplayProgress(int steps, Optional<EventId> position, long lookedAt, long queued) {

    /** The progress before the first step. */
    static final ReplayProgress NONE = new ReplayProgress(0, Optional.empty(), 0, 0);
}
