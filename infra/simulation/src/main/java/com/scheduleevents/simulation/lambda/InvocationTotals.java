package com.scheduleevents.simulation.lambda;

import java.time.Duration;

/**
 * The totals of a function's invocations so far.
 *
 * @param invocations that were not throttled
 * @param records the messages or changes in them; an invocation for anything else counts as one
 * @param waited how long they took in all: only calls and waits take time in a simulation
 */
public record InvocationTotals(long invocations, long records, Duration waited) {

    static final InvocationTotals NONE = new InvocationTotals(0, 0, Duration.ZERO);

    InvocationTotals plus(int more, Duration took) {
        return new InvocationTotals(invocations + 1, records + more, waited.plus(took));
    }
}
