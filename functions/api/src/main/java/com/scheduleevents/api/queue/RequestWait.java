package com.scheduleevents.api.queue;

import java.time.Duration;

/** Port: lets the thread of a request wait. */
@FunctionalInterface
public interface RequestWait {

    /** Waits. */
    void pause(Duration time);
}
