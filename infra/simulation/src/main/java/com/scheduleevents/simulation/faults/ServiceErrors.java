package com.scheduleevents.simulation.faults;

/** What a service's client throws when a call goes wrong. */
public interface ServiceErrors {

    /** The service responds that it cannot. */
    RuntimeException unavailable();

    /** The service responds that it was asked too often. */
    RuntimeException throttled();

    /** No response came. */
    RuntimeException noResponse();

    /** Whether the client's SDK tries again by itself. */
    boolean isRetried(RuntimeException failure);

    /** How often the client's SDK tries in all. */
    int attempts();
}
