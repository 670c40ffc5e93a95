package com.scheduleevents.domain.replay;

import com.scheduleevents.domain.delivery.LoggedDeliveries;
import java.time.Duration;

/**
 * How fast a replay queues events. Each step is followed by a pause in proportion to the events that it queued, so that a range without
 * matching events is read quickly.
 *
 * @param eventsPerSecond the maximum on average, 1 to 100
 */
public record ReplayPace(int eventsPerSecond) {

    /** Rejects a pace that no step could keep: pauses are in whole seconds, and a step queues at most 100 events. */
    public ReplayPace {
        if (eventsPerSecond < 1 || eventsPerSecond > LoggedDeliveries.MAX) {
            throw new IllegalArgumentException("a pace is 1 to " + LoggedDeliveries.MAX + " events a second");
        }
    }

    /** The pause after a step that queued this many events. */
    public Duration after(int queued) {
        return Duration.ofSeconds(Math.ceilDiv(queued, eventsPerSecond));
    }
}
