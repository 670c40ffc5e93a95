package com.scheduleevents.simulation.time;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs what it is given as tasks; waiting for its futures and for its end lets others run. */
public final class SimulatedExecutor extends AbstractExecutorService {

    private final Scheduler scheduler;
    private final TaskGroup group;
    private final String name;
    private final int limit;
    private final Deque<Runnable> queue = new ArrayDeque<>();
    private final Signal ended;
    private int started;
    private int active;
    private boolean shutDown;

    /**
     * @param group what its tasks belong to
     * @param name what they are called in traces, with a number
     * @param limit how many run at once
     */
    public SimulatedExecutor(Scheduler scheduler, TaskGroup group, String name, int limit) {
        this.scheduler = scheduler;
        this.group = group;
        this.name = name;
        this.limit = limit;
        this.ended = new Signal(scheduler);
    }

    @Override
    public void execute(Runnable command) {
        if (shutDown) {
            throw new RejectedExecutionException(name + " was shut down");
        }
        if (active < limit) {
            active++;
            scheduler.spawn(group, name + "-" + ++started, () -> work(command));
        } else {
            queue.add(command);
        }
    }

    private void work(Runnable first) {
        try {
            for (Runnable next = first; next != null; next = queue.poll()) {
                next.run();
                // As with threads of their own, somebody else may come first.
                scheduler.step();
            }
        } finally {
            active--;
            ended.raise();
        }
    }

    @Override
    public void shutdown() {
        shutDown = true;
        ended.raise();
    }

    /** What runs goes on: nothing here can be interrupted. */
    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        List<Runnable> never = new ArrayList<>(queue);
        queue.clear();
        return never;
    }

    @Override
    public boolean isShutdown() {
        return shutDown;
    }

    @Override
    public boolean isTerminated() {
        return shutDown && active == 0 && queue.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        long until = scheduler.nanos() + unit.toNanos(timeout);
        while (!isTerminated() && scheduler.nanos() < until) {
            ended.await(Duration.ofNanos(until - scheduler.nanos()));
        }
        return isTerminated();
    }

    @Override
    public void close() {
        shutdown();
        while (!isTerminated()) {
            ended.await();
        }
    }

    /** Not simulated: the first of several futures. */
    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) {
        throw new UnsupportedOperationException("invokeAny is not simulated");
    }

    /** Not simulated: the first of several futures. */
    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit) {
        throw new UnsupportedOperationException("invokeAny is not simulated");
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new Result<>(() -> {
            runnable.run();
            return value;
        });
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new Result<>(callable);
    }

    /** A future whose reader lets others run until it is there. */
    private final class Result<T> extends FutureTask<T> {

        private final Signal there = new Signal(scheduler);

        Result(Callable<T> callable) {
            super(callable);
        }

        @Override
        protected void done() {
            there.raise();
        }

        @Override
        public T get() throws InterruptedException, ExecutionException {
            while (!isDone()) {
                there.await();
            }
            return super.get();
        }

        @Override
        public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
            long until = scheduler.nanos() + unit.toNanos(timeout);
            while (!isDone()) {
                if (scheduler.nanos() >= until) {
                    throw new TimeoutException();
                }
                there.await(Duration.ofNanos(until - scheduler.nanos()));
            }
            return super.get();
        }
    }
}
