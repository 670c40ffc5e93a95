package com.scheduleevents.domain.usage;

import java.util.List;

/** Port: where counts wait to be made. Each comes at least once, some more often, in any order. */
@FunctionalInterface
public interface UsageQueue {

    /**
     * Puts counts on the queue. When it returns, every one of them is there.
     *
     * @throws RuntimeException when not all of them are; some may be
     */
    void send(List<UsageMessage> messages);
}
