package com.scheduleevents.domain.replay;

import java.time.Duration;

/** Port: the queue of replay steps, which are received at least once and in any order. */
@FunctionalInterface
public interface ReplayQueue {

    /**
     * Puts a message on the queue, to be received after a delay.
     *
     * @param delay at most 15 minutes, the limit of SQS; rounded up to whole seconds
     */
    void send(ReplayMessage message, Duration delay);
}
