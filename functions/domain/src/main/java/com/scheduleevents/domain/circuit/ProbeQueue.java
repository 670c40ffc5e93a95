package com.scheduleevents.domain.circuit;

import java.util.List;

/** Port: the queue that delivers probes to senders, at least once and in any order. */
@FunctionalInterface
public interface ProbeQueue {

    /**
     * Puts probes on the queue; all of them are on it when the method returns.
     *
     * @throws RuntimeException when some could not be queued; others may have been
     */
    void send(List<Probe> probes);
}
