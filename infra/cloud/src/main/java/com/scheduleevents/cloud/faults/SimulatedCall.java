package com.scheduleevents.cloud.faults;

import java.time.Duration;

/**
 * What a service does with one request. It completes even if its caller dies meanwhile.
 */
@FunctionalInterface
public interface SimulatedCall<T> {

    /** Does it, in one step that nothing comes in between. */
    T apply();

    /** What happens as soon as the request arrives, before {@link #processing()}; gives what is done with it from there on. */
    default SimulatedCall<T> arrive() {
        return this;
    }

    /** How long it takes between arrival and effect. */
    default Duration processing() {
        return Duration.ZERO;
    }
}
