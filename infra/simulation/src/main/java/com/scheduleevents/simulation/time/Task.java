package com.scheduleevents.simulation.time;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Something that runs on a thread of its own while it holds the baton. */
public final class Task {

    /** Where a task is in its life. */
    enum State {
        NEW,
        RUNNABLE,
        RUNNING,
        WAITING,
        DONE
    }

    private final String name;
    private final TaskGroup group;
    private final Signal done;
    private @Nullable Thread thread;
    private volatile boolean baton;

    /** Counts its waits, so that what was to end an earlier wait does not end a later one. */
    private long waits;

    private State state = State.NEW;

    Task(String name, TaskGroup group, Scheduler scheduler) {
        this.name = name;
        this.group = group;
        this.done = new Signal(scheduler);
    }

    /** What it is called in traces. */
    public String name() {
        return name;
    }

    /** What it lives and dies with. */
    public TaskGroup group() {
        return group;
    }

    /** Whether it came to its end, in whatever way. */
    public boolean isDone() {
        return state == State.DONE;
    }

    /** Waits until it is done. */
    public void join() {
        while (!isDone()) {
            done.await();
        }
    }

    Signal done() {
        return done;
    }

    State state() {
        return state;
    }

    void become(State next) {
        state = next;
    }

    /** @return the number of the wait that begins */
    long beginWait() {
        state = State.WAITING;
        return ++waits;
    }

    boolean isInWait(long wait) {
        return state == State.WAITING && waits == wait;
    }

    void runOn(Thread own) {
        thread = own;
    }

    @Nullable
    Thread thread() {
        return thread;
    }

    /** Lets it run, on its own thread. */
    void hand() {
        Thread own = thread;
        if (own == null) {
            throw new IllegalStateException(name + " has no thread");
        }
        baton = true;
        if (own.getState() == Thread.State.NEW) {
            own.start();
        } else {
            LockSupport.unpark(own);
        }
    }

    /** Waits on its own thread until it may run. An interruption is for what it runs, not for this wait. */
    void awaitBaton() {
        boolean interrupted = false;
        while (!baton) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        baton = false;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
