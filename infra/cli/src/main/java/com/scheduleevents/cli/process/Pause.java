package com.scheduleevents.cli.process;

import java.time.Duration;

/** Waits. Tests replace it, so that none of them takes the time. */
@FunctionalInterface
public interface Pause {

    /**
     * Waits for the given time.
     *
     * @throws InterruptedException when the program is asked to stop
     */
    void pause(Duration time) throws InterruptedException;
}
