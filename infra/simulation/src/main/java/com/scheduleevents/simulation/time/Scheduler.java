package com.scheduleevents.simulation.time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one at a time, in an order drawn from a random stream, in virtual time. Each task has a thread of its own, but
 * only the one that holds the baton runs: it passes the baton on when it waits, sleeps or ends. Time passes only when no task
 * can run, and then jumps to the next timer. So the same seed gives the same history, whatever the machine does.
 *
 * <p>A task may only ever wait through this package. One that blocks its thread in another way, on a lock that a waiting task
 * holds for example, stops the world; the run then fails and says where.
 */
public final class Scheduler {

    private final RandomGenerator choices;
    private final Instant start;
    private final List<Task> runnable = new ArrayList<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final TaskGroup world = new TaskGroup("world", "world", false, this);
    private final Driver driver = new Driver(this);

    /** Nanoseconds since the start. */
    private long now;

    private long horizon;
    private long timersPlanned;
    private final AtomicLong switches = new AtomicLong();
    private volatile @Nullable Task running;
    private @Nullable Throwable failure;

    /**
     * @param start when virtual time begins
     * @param choices draws which task runs next where several can
     */
    public Scheduler(Instant start, RandomGenerator choices) {
        this.start = start;
        this.choices = choices;
    }

    /** The true time, which no clock in the world need agree with. */
    public Instant now() {
        return start.plusNanos(now);
    }

    /** Time since the start, in nanoseconds. */
    public long nanos() {
        return now;
    }

    /**
     * A group of tasks that can be frozen and killed.
     *
     * @param name what it is called in traces
     * @param role what all groups of its kind are called
     * @param mortal whether faults may kill it
     */
    public TaskGroup group(String name, String role, boolean mortal) {
        return new TaskGroup(name, role, mortal, this);
    }

    /** Starts a task of the world's own, which lives as long as the world does. */
    public Task spawn(String name, Runnable body) {
        return spawn(world, name, body);
    }

    /** Starts a task; it runs when it is its turn. */
    public Task spawn(TaskGroup group, String name, Runnable body) {
        Task task = new Task(name, group, this);
        adopt(task, Thread.ofVirtual().name(name).unstarted(() -> run(task, body)));
        return task;
    }

    /** Starts a task on a thread that was made for it and calls {@link #run(Task, Runnable)}. */
    void adopt(Task task, Thread thread) {
        task.runOn(thread);
        if (task.group().isKilled()) {
            throw new TaskKilled(task.group().name());
        }
        task.group().add(task);
        resume(task);
    }

    Task prepare(TaskGroup group, String name) {
        return new Task(name, group, this);
    }

    void run(Task task, Runnable body) {
        task.awaitBaton();
        try {
            if (!task.group().isKilled()) {
                body.run();
            }
        } catch (TaskKilled end) {
            if (!task.group().isKilled()) {
                fail(task, end);
            }
        } catch (Throwable e) {
            if (!task.group().isKilled()) {
                fail(task, e);
            }
        }
        task.become(Task.State.DONE);
        task.group().remove(task);
        task.done().raise();
        pass(next());
    }

    long switches() {
        return switches.get();
    }

    @Nullable
    Task running() {
        return running;
    }

    private void fail(Task task, Throwable cause) {
        if (failure == null) {
            failure = new SimulationFailure("the task " + task.name() + " failed at " + now() + ": " + cause, cause);
        }
    }

    /** The task that runs; whoever calls this from a thread outside the simulation is refused. */
    public Task current() {
        Task task = running;
        if (task == null || task.thread() != Thread.currentThread()) {
            throw new SimulationFailure("called from " + Thread.currentThread()
                    + ", which is no task of the simulation: use its executors and thread factories");
        }
        return task;
    }

    /** Whether a task of the simulation is asking, and not whoever drives it from outside. */
    public boolean isInside() {
        Task task = running;
        return task != null && task.thread() == Thread.currentThread();
    }

    /** Does something at a time from now, on no task's account: it must not wait. */
    public Timer after(Duration delay, Runnable action) {
        Timer timer = new Timer(now + Math.max(0, delay.toNanos()), timersPlanned++, action);
        timers.add(timer);
        return timer;
    }

    /** Does something at a time, or at once if that has passed. */
    public Timer at(Instant time, Runnable action) {
        return after(Duration.between(now(), time), action);
    }

    /** Lets time pass for the current task; zero lets others run. */
    public void sleep(Duration time) {
        Task task = current();
        pause(wait -> after(time, () -> wake(task, wait)));
    }

    /** A step of a task at which it may die and others may run; it takes no time. */
    public void step() {
        sleep(Duration.ZERO);
    }

    /** Ends the current task if its group was killed. */
    public void requireAlive() {
        Task task = current();
        if (task.group().isKilled()) {
            throw new TaskKilled(task.group().name());
        }
    }

    /** Passes the baton on until somebody wakes the current task out of the wait that is handed to the caller. */
    void pause(LongConsumer planned) {
        requireAlive();
        Task task = current();
        planned.accept(task.beginWait());
        Task next = next();
        if (next != task) {
            pass(next);
            task.awaitBaton();
        }
        running = task;
        task.become(Task.State.RUNNING);
        requireAlive();
    }

    void wake(Task task, long wait) {
        if (task.isInWait(wait)) {
            resume(task);
        }
    }

    void resume(Task task) {
        task.become(Task.State.RUNNABLE);
        if (task.group().isFrozen()) {
            task.group().holdBack(task);
        } else {
            runnable.add(task);
        }
    }

    void unwind(Task task) {
        if (task.state() == Task.State.WAITING) {
            resume(task);
        }
    }

    void holdBack(TaskGroup group) {
        List<Task> held =
                runnable.stream().filter(task -> task.group() == group).toList();
        runnable.removeAll(held);
        held.forEach(group::holdBack);
    }

    private void pass(@Nullable Task next) {
        switches.incrementAndGet();
        running = next;
        if (next == null) {
            driver.wake();
        } else {
            next.become(Task.State.RUNNING);
            next.hand();
        }
    }

    /** Who is to run next; nobody when nothing is left to do before the horizon. */
    private @Nullable Task next() {
        while (failure == null) {
            if (!runnable.isEmpty()) {
                return taken(runnable.size() == 1 ? 0 : choices.nextInt(runnable.size()));
            }
            Timer first = timers.peek();
            if (first == null || first.at() > horizon) {
                return null;
            }
            now = Math.max(now, first.at());
            fireDue();
        }
        return null;
    }

    private Task taken(int index) {
        Task last = runnable.removeLast();
        return index == runnable.size() ? last : runnable.set(index, last);
    }

    private void fireDue() {
        try {
            for (Timer due = timers.peek(); due != null && due.at() <= now; due = timers.peek()) {
                timers.poll();
                due.fire();
            }
        } catch (RuntimeException | Error e) {
            failure = new SimulationFailure("what was planned for " + now() + " failed: " + e, e);
        }
    }

    /** Lets the world run for so long. */
    public void runFor(Duration time) {
        runUntil(now().plus(time));
    }

    /** Lets the world run until a time. */
    public void runUntil(Instant end) {
        drive(Duration.between(start, end).toNanos());
        now = Math.max(now, horizon);
    }

    /** Lets the world run until nothing is left to happen in it. A world with a clock that ticks never comes to that. */
    public void runUntilIdle() {
        drive(Long.MAX_VALUE);
    }

    private void drive(long until) {
        if (isInside()) {
            throw new IllegalStateException("the simulation cannot be driven from within");
        }
        horizon = until;
        Task first = next();
        if (first != null) {
            driver.begin();
            pass(first);
            driver.await();
        }
        if (failure != null) {
            throw new SimulationFailure(String.valueOf(failure.getMessage()), failure);
        }
    }
}
