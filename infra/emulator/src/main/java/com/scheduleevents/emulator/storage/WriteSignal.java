package com.scheduleevents.emulator.storage;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Wakes those who wait for a write, so that they do not have to look for it again and again. */
public final class WriteSignal {

    private long writes;

    WriteSignal() {}

    /** How many writes there were so far, for {@link #awaitAfter}. */
    public synchronized long count() {
        return writes;
    }

    /** Wakes all who wait. */
    public synchronized void signal() {
        writes++;
        notifyAll();
    }

    /**
     * Waits for a write.
     *
     * @param seen the count before the caller last looked: it returns at once when there was a write since
     * @param longest how long to wait at most
     */
    public synchronized void awaitAfter(long seen, Duration longest) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        for (long left = longest.toNanos(); writes == seen && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }
}
