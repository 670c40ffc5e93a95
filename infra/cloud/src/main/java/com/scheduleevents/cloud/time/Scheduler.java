package com.scheduleevents.cloud.time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.WeakHashMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs virtual threads one at a time on the thread that drives the world, in an order drawn from a random stream, in virtual
 * time. A thread runs until it waits, for whatever reason; then the next one is drawn. Time passes only when no thread can run,
 * and then jumps to the next timer. So the same seed gives the same history, whatever the machine does.
 *
 * <p>What runs here must not wait for real time or for a thread outside: the first fails the run, the second stops it. Monitors are an exception: threads
 * of the JDK hold some for an instant. A thread that meets one goes on as soon as it is let in, before any other, so that the history is the same.
 */
public final class Scheduler extends CloudTime {

    /** Far longer than the JDK holds a monitor. */
    private static final long LONGEST_MONITOR_SECONDS = 60;

    private final RandomGenerator choices;
    private final Instant start;
    private final Thread carrier = Thread.currentThread();

    /** None where callers bring their own. */
    private final Thread.Builder.@Nullable OfVirtual threads;

    private final List<Runnable> runnable = new ArrayList<>();
    private final Map<Runnable, TaskGroup> groups = new WeakHashMap<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final TaskGroup world = new TaskGroup("world", "world", false, this);

    /** Those that were let into a monitor. The JDK says so from a thread of its own. */
    private final BlockingQueue<Runnable> letIn = new LinkedBlockingQueue<>();

    /** Nanoseconds since the start. */
    private long now;

    private long timersPlanned;

    /** Which group a thread that starts now belongs to: that of the thread that runs, unless somebody says otherwise. */
    private @Nullable TaskGroup running;

    private volatile @Nullable SimulationFailure failure;

    /**
     * A scheduler that the current thread drives.
     *
     * @param start when virtual time begins
     * @param choices draws which thread runs next where several can
     */
    public Scheduler(Instant start, RandomGenerator choices) {
        this.start = start;
        this.choices = choices;
        this.threads = VirtualThreads.scheduledBy(this::ready);
    }

    private Scheduler(Instant start) {
        this.start = start;
        this.choices = new Random(0);
        this.threads = null;
    }

    /**
     * A scheduler without threads, for callers on threads of their own that take turns: while a caller waits, nothing else runs, and so
     * time jumps to when the caller can go on. Nothing can be spawned here. The callers must exclude each other.
     *
     * @param start when virtual time begins
     */
    public static Scheduler ofCallersInTurn(Instant start) {
        return new Scheduler(start);
    }

    /** The true time, which no clock in the world need agree with. */
    @Override
    public Instant now() {
        return start.plusNanos(now);
    }

    /** Time since the start, in nanoseconds. */
    @Override
    public long nanos() {
        return now;
    }

    /**
     * A group of threads that can be frozen and killed.
     *
     * @param name what it is called in traces
     * @param role what all groups of its kind are called
     * @param killable whether faults may kill it
     */
    public TaskGroup group(String name, String role, boolean killable) {
        return new TaskGroup(name, role, killable, this);
    }

    /** Starts a task of the world's own, which lives as long as the world does. */
    public Task spawn(String name, Runnable body) {
        return spawn(world, name, body);
    }

    /** Starts a task; it runs when it is its turn. In a group that was killed it never does, and is done at once. */
    public Task spawn(TaskGroup group, String name, Runnable body) {
        if (threads == null) {
            throw new IllegalStateException("There are no tasks where callers bring their own threads: " + name);
        }
        Task task = new Task(name, group, this);
        if (group.isKilled()) {
            task.end();
            return task;
        }
        group.add(task);
        TaskGroup before = running;
        running = group;
        threads.name(name).start(() -> run(task, body));
        running = before;
        return task;
    }

    private void run(Task task, Runnable body) {
        try {
            body.run();
        } catch (Throwable e) {
            fail("the task " + task.name() + " failed", e);
        }
        task.group().remove(task);
        task.end();
    }

    private void fail(String what, @Nullable Throwable cause) {
        if (failure == null) {
            failure = new SimulationFailure(what + " at " + now() + (cause == null ? "" : ": " + cause), cause);
        }
    }

    /** Called by a virtual thread's own machinery whenever it can go on. */
    private void ready(Runnable thread) {
        if (VirtualThreads.isAtAMonitor(thread)) {
            letIn.add(thread);
            return;
        }
        if (Thread.currentThread() != carrier && !isInside()) {
            fail("a thread of the simulation was woken from outside, by " + Thread.currentThread(), null);
            return;
        }
        resume(groups.computeIfAbsent(thread, _ -> running == null ? world : running), thread);
    }

    void resume(TaskGroup group, Runnable thread) {
        if (group.isFrozen() && !group.isKilled()) {
            group.holdBack(thread);
        } else if (!group.isKilled()) {
            runnable.add(thread);
        }
    }

    /** The group of the thread that asks; whoever calls this from outside the simulation is refused. */
    public TaskGroup currentGroup() {
        if (threads == null) {
            return world;
        }
        TaskGroup group = running;
        if (group == null || !isInside()) {
            throw new SimulationFailure(
                    "called from " + Thread.currentThread() + ", which the simulation does not run");
        }
        return group;
    }

    /** Whether a thread of the simulation is asking, and not whoever drives it from outside. */
    public boolean isInside() {
        return threads == null || (running != null && Thread.currentThread().isVirtual());
    }

    /** Does something at a time from now, on no task's account: it must not wait. */
    @Override
    public Timer after(Duration delay, Runnable action) {
        Timer timer = new Timer(now + Math.max(0, delay.toNanos()), timersPlanned++, action);
        timers.add(timer);
        return timer;
    }

    /** Does something at a time, or at once if that has passed. */
    public Timer at(Instant time, Runnable action) {
        return after(Duration.between(now(), time), action);
    }

    /** Lets time pass for the current thread; zero lets others run. */
    @Override
    public void sleep(Duration time) {
        requireAlive();
        Waiter waiter = new Waiter();
        after(time, waiter::wake);
        await(waiter);
    }

    /** Lets the current thread wait until it is woken. */
    @Override
    void await(Waiter waiter) {
        if (threads != null) {
            waiter.await();
            return;
        }
        while (!waiter.isWoken()) {
            Timer next = timers.poll();
            if (next == null) {
                throw new SimulationFailure(Thread.currentThread() + " waits for what never happens");
            }
            now = Math.max(now, next.at());
            next.fire();
        }
    }

    /** A step at which others may run; it takes no time. */
    public void step() {
        sleep(Duration.ZERO);
    }

    /** Does not return if the current thread's group was killed. */
    @Override
    public void requireAlive() {
        if (currentGroup().isKilled()) {
            while (true) {
                LockSupport.park(this);
                Thread.interrupted();
            }
        }
    }

    /** Lets the world run for so long. */
    public void runFor(Duration time) {
        runUntil(now().plus(time));
    }

    /** Lets the world run until a time. */
    public void runUntil(Instant end) {
        long horizon = Duration.between(start, end).toNanos();
        drive(horizon);
        now = Math.max(now, horizon);
    }

    /** Lets the world run until nothing is left to happen in it. A world with a clock that ticks never comes to that. */
    public void runUntilIdle() {
        drive(Long.MAX_VALUE);
    }

    /** The world is over: no thread of it runs again, and nothing outside refers to one. */
    public void end() {
        VirtualThreads.cancelTimeouts();
    }

    private void drive(long horizon) {
        if (threads != null && Thread.currentThread() != carrier) {
            throw new IllegalStateException("only " + carrier + " can drive this simulation");
        }
        while (failure == null) {
            if (!runnable.isEmpty()) {
                go(taken(runnable.size() == 1 ? 0 : choices.nextInt(runnable.size())));
                continue;
            }
            Timer first = timers.peek();
            if (first == null || first.at() > horizon) {
                break;
            }
            now = Math.max(now, first.at());
            fireDue();
        }
        SimulationFailure failed = failure;
        if (failed != null) {
            throw new SimulationFailure(String.valueOf(failed.getMessage()), failed);
        }
    }

    private void go(Runnable thread) {
        TaskGroup group = groups.get(thread);
        if (group == null || group.isKilled()) {
            return;
        }
        if (group.isFrozen()) {
            group.holdBack(thread);
            return;
        }
        running = group;
        thread.run();
        while (VirtualThreads.isAtAMonitor(thread) && isLetIn()) {
            thread.run();
        }
        running = null;
    }

    /** Waits until the thread that ran last is let into the monitor at which it stopped. */
    private boolean isLetIn() {
        try {
            if (letIn.poll(LONGEST_MONITOR_SECONDS, TimeUnit.SECONDS) != null) {
                return true;
            }
            fail("a thread of the simulation waits at a monitor, which another one holds while it waits", null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail("whoever drives the simulation was interrupted", e);
        }
        return false;
    }

    private Runnable taken(int index) {
        Runnable last = runnable.removeLast();
        return index == runnable.size() ? last : runnable.set(index, last);
    }

    private void fireDue() {
        try {
            for (Timer due = timers.peek(); due != null && due.at() <= now; due = timers.peek()) {
                timers.poll();
                due.fire();
            }
        } catch (RuntimeException | Error e) {
            fail("what was planned failed", e);
        }
    }
}
