package com.scheduleevents.domain.replay;

import java.time.Duration;

/**
 * How fast a replay may queue events: each step is followed by a pause as long as what it queued is worth, so that one that
 * queued nothing is followed at once, and a long stretch without matches is walked quickly.
 *
 * @param eventsPerSecond on average, at most; 1 to 100
 */
public record ReplayPace(int eventsPerSecond) {

    /** Refuses what no step could keep to: a pause is counted in whole seconds, and a step queues 100 events at most. */
    public ReplayPace {
        if (eventsPerSecond < 1 || eventsPerSecond > ReplayWalk.SLICE) {
            throw new IllegalArgumentException("a pace is 1 to " + ReplayWalk.SLICE + " events a second");
        }
    }

    /** The pause after a step that queued so many events. */
    public Duration after(int queued) {
        return Duration.ofSeconds(Math.ceilDiv(queued, eventsPerSecond));
    }
}
