package com.scheduleevents.simulation.lambda;

/** The outcome of an invocation. */
public sealed interface InvocationOutcome {

    /** The function responded. */
    @SuppressWarnings("ArrayRecordComponent") // handed on once, never compared
    record Returned(byte[] response) implements InvocationOutcome {}

    /** The function failed, or its environment died. */
    record Failed(String why) implements InvocationOutcome {}

    /** The function took too long, and its environment was ended. */
    record TimedOut() implements InvocationOutcome {}

    /** The function was not invoked, since too many of it run. */
    record Throttled() implements InvocationOutcome {}
}
