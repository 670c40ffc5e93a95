package com.scheduleevents.cloud.time;

import java.time.Duration;
import java.time.Instant;

/** The time by which simulated services work: virtual in a simulated world, real in the run command. */
public abstract sealed class CloudTime permits Scheduler, RealTime {

    CloudTime() {}

    /** The time that the services go by. */
    public abstract Instant now();

    /** Time since the start, in nanoseconds; it never goes back. */
    public abstract long nanos();

    /** Does something at a time from now, on no caller's account: it must not wait. */
    public abstract Timer after(Duration delay, Runnable action);

    /** Lets the caller wait for so long; zero lets others go on. */
    public abstract void sleep(Duration time);

    /** Lets the caller wait until somebody wakes it. */
    abstract void await(Waiter waiter);

    /** Does not return to a caller that does not exist any more. */
    abstract void requireAlive();
}
