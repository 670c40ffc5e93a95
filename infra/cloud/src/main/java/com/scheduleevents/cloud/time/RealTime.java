package com.scheduleevents.cloud.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.AbortedException;

/**
 * The time of the machine, for simulated services that ordinary threads call. The services have no locks of their own: callers take turns,
 * and who waits gives up its turn meanwhile. What is planned happens in the turn of whoever calls next.
 */
public final class RealTime extends CloudTime {

    private final InstantSource clock;
    private final long start = System.nanoTime();
    private final ReentrantLock turn = new ReentrantLock();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private long timersPlanned;

    /** @param clock the time that the services go by */
    public RealTime(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Calls the services when it is the caller's turn.
     *
     * @throws AbortedException when the calling thread is interrupted, as clients of the AWS SDK do
     */
    public <T> T inTurn(Supplier<T> call) {
        lock();
        try {
            fireDue();
            return call.get();
        } finally {
            turn.unlock();
        }
    }

    private void lock() {
        try {
            turn.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw AbortedException.create("The thread was interrupted while it waited for its turn.", e);
        }
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public long nanos() {
        return System.nanoTime() - start;
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        Timer timer = new Timer(nanos() + Math.max(0, delay.toNanos()), timersPlanned++, action);
        timers.add(timer);
        return timer;
    }

    @Override
    public void sleep(Duration time) {
        Waiter waiter = new Waiter();
        after(time, waiter::wake);
        await(waiter);
    }

    @Override
    void await(Waiter waiter) {
        while (!waiter.isWoken()) {
            Timer next = timers.peek();
            long left = next == null ? Long.MAX_VALUE : next.at() - nanos();
            if (left > 0) {
                turn.unlock();
                try {
                    LockSupport.parkNanos(this, left);
                } finally {
                    turn.lock();
                }
            }
            if (Thread.currentThread().isInterrupted()) {
                throw AbortedException.create("The thread was interrupted while it waited for a response.");
            }
            fireDue();
        }
    }

    @Override
    void requireAlive() {
        // A thread that calls is alive.
    }

    private void fireDue() {
        for (Timer due = timers.peek(); due != null && due.at() <= nanos(); due = timers.peek()) {
            timers.poll();
            due.fire();
        }
    }
}
