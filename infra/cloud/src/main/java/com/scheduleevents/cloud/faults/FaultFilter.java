package com.scheduleevents.cloud.faults;

/**
 * Lets some of the drawn faults happen and others not. The draws stay the same, so that a failing seed can be tried with fewer
 * faults.
 */
@FunctionalInterface
public interface FaultFilter {

    /** Lets all happen. */
    FaultFilter ALL = (_, _, _) -> true;

    /**
     * Whether this fault happens.
     *
     * @param ordinal how many were drawn in the run before it
     */
    boolean lets(long ordinal, FaultKind kind, CallSite site);
}
