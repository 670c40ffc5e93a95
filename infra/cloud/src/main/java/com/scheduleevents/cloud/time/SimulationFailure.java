package com.scheduleevents.cloud.time;

import org.jspecify.annotations.Nullable;

/** Something failed that no simulated fault explains; the rest of the run would show nothing. */
public final class SimulationFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SimulationFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    SimulationFailure(String message) {
        super(message);
    }
}
