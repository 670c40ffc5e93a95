package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.event.EventId;
import java.util.Optional;

/**
 * How far a replay has come.
 *
 * @param steps how many steps are done
 * @param position the last event that was read; empty before the first
 * @param lookedAt how many events were looked at, of clinics that the webhook's registration reaches
 * @param queued how many of them were queued to be sent
 */
public record ReplayProgress(int steps, Optional<EventId> position, long lookedAt, long queued) {

    /** Before the first step. */
    static final ReplayProgress NONE = new ReplayProgress(0, Optional.empty(), 0, 0);
}
