package com.scheduleevents.simulation.time;

/**
 * What a task of a killed group meets at its next step. It unwinds the task and changes nothing: every further step of it,
 * in a finally block for example, meets the same.
 */
public final class TaskKilled extends Error {

    private static final long serialVersionUID = 1L;

    TaskKilled(String group) {
        super(group + " was killed", null, false, false);
    }
}
