package com.scheduleevents.simulation.time;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the baton on the thread that drives the world from outside, and looks now and then whether the world has stopped:
 * whether the one task that may run waits for something that nobody but the simulation could bring, and it does not know of.
 */
final class Driver {

    private static final long LOOK_NANOS = 2_000_000_000L;
    private static final int LOOKS = 5;

    private final Scheduler scheduler;
    private volatile @Nullable Thread thread;
    private volatile boolean baton;

    Driver(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    void begin() {
        baton = false;
        thread = Thread.currentThread();
    }

    void wake() {
        baton = true;
        LockSupport.unpark(thread);
    }

    void await() {
        long seen = scheduler.switches();
        int blocked = 0;
        while (!baton) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            blocked = scheduler.switches() == seen && isBlocked() ? blocked + 1 : 0;
            seen = scheduler.switches();
            if (blocked == LOOKS) {
                throw stopped();
            }
        }
    }

    private boolean isBlocked() {
        Task task = scheduler.running();
        Thread own = task == null ? null : task.thread();
        return !baton
                && own != null
                && (own.getState() == Thread.State.WAITING || own.getState() == Thread.State.BLOCKED);
    }

    private SimulationFailure stopped() {
        Task task = scheduler.running();
        SimulationFailure stopped = new SimulationFailure("the task " + task + " waits outside the simulation");
        Thread own = task == null ? null : task.thread();
        if (own != null) {
            stopped.setStackTrace(own.getStackTrace());
        }
        return stopped;
    }
}
