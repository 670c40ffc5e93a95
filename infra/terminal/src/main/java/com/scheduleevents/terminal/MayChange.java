package com.scheduleevents.terminal;

/** A command, or a group of its options, with which something can be changed. */
public interface MayChange {

    /** Whether something may have been changed by now. It is asked after a failure that nobody foresaw. */
    boolean mayHaveChanged();
}
