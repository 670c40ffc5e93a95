package com.scheduleevents.cloud.faults;

import java.util.Comparator;

/**
 * A place where faults can be injected.
 *
 * @param caller who calls: the name of a function, or of a part of the world
 * @param port which service is called
 * @param operation what is asked of it
 * @param target the tables or the queue that it is asked of; empty when there is nothing to tell apart
 */
public record CallSite(String caller, String port, String operation, String target) implements Comparable<CallSite> {

    private static final Comparator<CallSite> ORDER = Comparator.comparing(CallSite::caller)
            .thenComparing(CallSite::port)
            .thenComparing(CallSite::operation)
            .thenComparing(CallSite::target);

    /** A place with no more to tell. */
    public CallSite(String caller, String port, String operation) {
        this(caller, port, operation, "");
    }

    /** Where a function is invoked. */
    public static CallSite ofFunction(String name) {
        return new CallSite("world", "lambda", name);
    }

    /** The same, whichever tables or queue are asked. */
    CallSite ofAnyTarget() {
        return new CallSite(caller, port, operation);
    }

    @Override
    public int compareTo(CallSite other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return (caller + " " + port + "." + operation + " " + target).stripTrailing();
    }
}
