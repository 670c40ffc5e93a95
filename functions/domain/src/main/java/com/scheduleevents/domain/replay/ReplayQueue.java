package com.scheduleevents.domain.replay;

import java.time.Duration;

/** Port: the queue of steps to be made. Each message comes at least once, some more often, in any order. */
@FunctionalInterface
public interface ReplayQueue {

    /**
     * Puts one message on the queue, to be received after a delay.
     *
     * @param delay at most 15 minutes, SQS's own limit; rounded up to whole seconds
     */
    void send(ReplayMessage message, Duration delay);
}
