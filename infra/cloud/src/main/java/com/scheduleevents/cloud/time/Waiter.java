package com.scheduleevents.cloud.time;

import java.util.concurrent.locks.LockSupport;

/** One wait of one thread of the simulation. */
final class Waiter {

    private final Thread thread = Thread.currentThread();
    private boolean woken;

    /** Waits until somebody wakes it. An interruption is for what the thread runs, not for this wait. */
    void await() {
        boolean interrupted = false;
        while (!woken) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isWoken() {
        return woken;
    }

    void wake() {
        if (!woken) {
            woken = true;
            LockSupport.unpark(thread);
        }
    }
}
