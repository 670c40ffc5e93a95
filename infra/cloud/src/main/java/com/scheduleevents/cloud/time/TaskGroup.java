package com.scheduleevents.cloud.time;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Threads that live and die together, such as those of one execution environment. Whatever thread a thread of the group starts
 * belongs to the group.
 */
public final class TaskGroup {

    private final String name;
    private final String role;
    private final boolean killable;
    private final Scheduler scheduler;
    private final Set<Task> alive = new LinkedHashSet<>();
    private final List<Runnable> heldBack = new ArrayList<>();
    private boolean frozen;
    private boolean killed;

    TaskGroup(String name, String role, boolean killable, Scheduler scheduler) {
        this.name = name;
        this.role = role;
        this.killable = killable;
        this.scheduler = scheduler;
    }

    /** What it is called in traces. */
    public String name() {
        return name;
    }

    /** What all groups of its kind are called in counts, such as the name of a function. */
    public String role() {
        return role;
    }

    /** Whether a fault may kill it. The world's own machinery and the people in it are not killable. */
    public boolean isMortal() {
        return killable;
    }

    /** Whether it was killed. */
    public boolean isKilled() {
        return killed;
    }

    /** Whether its threads are held back at present. */
    public boolean isFrozen() {
        return frozen;
    }

    /** From now on none of its threads goes on, until they are thawed. The one that runs goes on to its next wait. */
    public void freeze() {
        frozen = true;
    }

    /** Lets its threads go on where they were held. */
    public void thaw() {
        frozen = false;
        List<Runnable> held = List.copyOf(heldBack);
        heldBack.clear();
        held.forEach(thread -> scheduler.resume(this, thread));
    }

    /**
     * Ends the group as pulling the plug does: none of its threads ever goes on, not even to a finally block. Whoever waits for
     * one of its tasks goes on. A running thread of the group goes on to its next wait, which never returns.
     */
    public void kill() {
        if (killed) {
            return;
        }
        killed = true;
        heldBack.clear();
        List<Task> ended = List.copyOf(alive);
        alive.clear();
        ended.forEach(Task::end);
    }

    void add(Task task) {
        alive.add(task);
    }

    void remove(Task task) {
        alive.remove(task);
    }

    void holdBack(Runnable thread) {
        heldBack.add(thread);
    }

    @Override
    public String toString() {
        return name;
    }
}
