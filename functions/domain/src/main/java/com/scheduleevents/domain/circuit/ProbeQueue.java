package com.scheduleevents.domain.circuit;

import java.time.Duration;
import java.util.List;

/** Port: the queue that delivers probes to senders, at least once and in any order. */
@FunctionalInterface
public interface ProbeQueue {

    /**
     * Puts probes on the queue, to be received after a delay; all of them are on it when the method returns.
     *
     * @param delay at most 15 minutes; rounded up to whole seconds
     * @throws RuntimeException when some could not be queued; others may have been
     */
    void send(List<Probe> probes, Duration delay);

    /** Puts probes on the queue, to be received at once. */
    default void send(List<Probe> probes) {
        send(probes, Duration.ZERO);
    }
}
