package com.scheduleevents.domain.circuit;

import java.util.List;

/** Port: where probes wait for a sender. Each comes at least once, some more often, in any order. */
@FunctionalInterface
public interface ProbeQueue {

    /**
     * Puts checks on the queue. When it returns, every one of them is there.
     *
     * @throws RuntimeException when not all of them are; some may be
     */
    void send(List<Probe> checks);
}
