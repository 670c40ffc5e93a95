package com.scheduleevents.simulation.lambda;

import com.scheduleevents.cloud.time.Scheduler;
import java.time.Duration;

/** The context object of an invocation. */
public final class SimulatedContext {

    private final String function;
    private final String requestId;
    private final Scheduler scheduler;
    private final long deadline;

    SimulatedContext(String function, String requestId, Scheduler scheduler, Duration timeout) {
        this.function = function;
        this.requestId = requestId;
        this.scheduler = scheduler;
        this.deadline = scheduler.nanos() + timeout.toNanos();
    }

    /** The function's name. */
    public String function() {
        return function;
    }

    /** What this request is called in logs. */
    public String requestId() {
        return requestId;
    }

    /** For how long the function may go on. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadline - scheduler.nanos()));
    }
}
