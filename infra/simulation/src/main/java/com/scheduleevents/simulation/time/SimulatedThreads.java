package com.scheduleevents.simulation.time;

import java.util.concurrent.ThreadFactory;

/**
 * Makes threads that run as tasks. What such a thread waits for has to be the simulation's: a {@link Signal}, a future of a
 * {@link SimulatedExecutor}. Whoever waits for the thread itself with {@link Thread#join()} stops the world.
 */
public final class SimulatedThreads implements ThreadFactory {

    private final Scheduler scheduler;
    private final TaskGroup group;
    private final String name;
    private int made;

    /**
     * @param group what the threads belong to
     * @param name what they are called in traces, with a number
     */
    public SimulatedThreads(Scheduler scheduler, TaskGroup group, String name) {
        this.scheduler = scheduler;
        this.group = group;
        this.name = name;
    }

    @Override
    public Thread newThread(Runnable body) {
        return new TaskThread(name + "-" + ++made, body);
    }

    /** Becomes a task when it is started, which must happen inside the simulation. */
    private final class TaskThread extends Thread {

        private final Runnable body;
        private final Task task;

        TaskThread(String name, Runnable body) {
            super(name);
            setDaemon(true);
            this.body = body;
            this.task = scheduler.prepare(group, name);
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // one task runs at a time
        public void start() {
            scheduler.adopt(task, this);
            super.start();
        }

        @Override
        public void run() {
            scheduler.run(task, body);
        }
    }
}
