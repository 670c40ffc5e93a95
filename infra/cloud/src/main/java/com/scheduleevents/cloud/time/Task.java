package com.scheduleevents.cloud.time;

/** Something that runs on a virtual thread of its own. */
public final class Task {

    private final String name;
    private final TaskGroup group;
    private final Signal ended;
    private boolean done;

    Task(String name, TaskGroup group, Scheduler scheduler) {
        this.name = name;
        this.group = group;
        this.ended = new Signal(scheduler);
    }

    /** What it is called in traces. */
    public String name() {
        return name;
    }

    /** What it lives and dies with. */
    public TaskGroup group() {
        return group;
    }

    /** Whether it came to its end, or was killed. */
    public boolean isDone() {
        return done;
    }

    /** Waits until it is done. */
    public void join() {
        while (!done) {
            ended.await();
        }
    }

    void end() {
        done = true;
        ended.raise();
    }

    @Override
    public String toString() {
        return name;
    }
}
