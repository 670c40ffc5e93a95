package com.scheduleevents.simulation.time;

import org.jspecify.annotations.Nullable;

/** Something in the simulated world broke that no fault of its explains: the run is worth nothing from here on. */
public final class SimulationFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SimulationFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    SimulationFailure(String message) {
        super(message);
    }
}
