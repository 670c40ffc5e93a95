package com.scheduleevents.simulation.time;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Tasks that live and die together, such as those of one execution environment. What a task of the group starts belongs to
 * the group.
 */
public final class TaskGroup {

    private final String name;
    private final String role;
    private final boolean mortal;
    private final Scheduler scheduler;
    private final Set<Task> alive = new LinkedHashSet<>();
    private final List<Task> heldBack = new ArrayList<>();
    private boolean frozen;
    private boolean killed;

    TaskGroup(String name, String role, boolean mortal, Scheduler scheduler) {
        this.name = name;
        this.role = role;
        this.mortal = mortal;
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

    /** Whether a fault may kill it. The world's own machinery and the people in it are not mortal. */
    public boolean isMortal() {
        return mortal;
    }

    /** Whether it was killed. */
    public boolean isKilled() {
        return killed;
    }

    /** Whether its tasks are held back at present. */
    public boolean isFrozen() {
        return frozen;
    }

    /** From now on none of its tasks goes on, until they are thawed. The task that runs goes on to its next wait. */
    public void freeze() {
        frozen = true;
        scheduler.holdBack(this);
    }

    /** Lets its tasks go on where they were held. */
    public void thaw() {
        frozen = false;
        List<Task> held = List.copyOf(heldBack);
        heldBack.clear();
        held.forEach(scheduler::resume);
    }

    /**
     * Ends every task of the group where it is; those that wait unwind without any effect. A running task of the group goes on
     * to its next step, which does not return.
     */
    public void kill() {
        if (killed) {
            return;
        }
        killed = true;
        thaw();
        for (Task task : List.copyOf(alive)) {
            scheduler.unwind(task);
        }
    }

    void add(Task task) {
        alive.add(task);
    }

    void remove(Task task) {
        alive.remove(task);
    }

    void holdBack(Task task) {
        heldBack.add(task);
    }

    @Override
    public String toString() {
        return name;
    }
}
