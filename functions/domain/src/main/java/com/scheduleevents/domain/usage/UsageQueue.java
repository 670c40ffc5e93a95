package com.scheduleevents.domain.usage;

import java.util.List;

/** Port: the queue of counts to make, which are received at least once and in any order. */
@FunctionalInterface
public interface UsageQueue {

    /**
     * Puts messages on the queue; all of them are on it when the method returns.
     *
     * @throws RuntimeException when some could not be queued; others may have been
     */
    void send(List<UsageMessage> messages);
}
