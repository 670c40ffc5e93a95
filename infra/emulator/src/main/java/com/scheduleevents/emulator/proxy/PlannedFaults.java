package com.scheduleevents.emulator.proxy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Injects faults into calls of functions: kills the instance that makes a certain call for the n-th time, or has the call refused. */
public final class PlannedFaults implements CallInterceptor {

    private final List<Planned> planned = new CopyOnWriteArrayList<>();

    /** When the instance is killed. */
    public enum Moment {
        /** Before the service handles the call. */
        BEFORE,
        /** After the service handled the call, before its response. */
        AFTER
    }

    /**
     * The call that meets the fault.
     *
     * @param function logical id of the caller
     * @param operation such as {@code UpdateItem}; empty: any
     * @param resource name of the table, queue or key; empty: any
     * @param nth 1 for the next such call
     * @param moment before or after the service handles the call; a refusal comes before
     */
    public record Fault(String function, String operation, String resource, int nth, Moment moment) {

        private boolean isOf(ServiceCall call) {
            return call.function().equals(function)
                    && (operation.isEmpty() || call.operation().equals(operation))
                    && (resource.isEmpty() || call.resources().contains(resource));
        }
    }

    private record Planned(Fault fault, Interception verdict, AtomicInteger left, CompletableFuture<Void> happened) {}

    /**
     * Plans to kill an instance.
     *
     * @return completed when the instance was killed
     */
    public CompletableFuture<Void> kill(Fault fault) {
        return plan(fault, Interception.KILL);
    }

    /**
     * Plans an error response, which the SDK does not retry.
     *
     * @param fault its moment is before the service handles the call
     * @return completed when the call was refused
     */
    public CompletableFuture<Void> refuse(Fault fault) {
        return plan(fault, new Interception.Deny("This call is refused as planned."));
    }

    private CompletableFuture<Void> plan(Fault fault, Interception verdict) {
        Planned next = new Planned(fault, verdict, new AtomicInteger(fault.nth()), new CompletableFuture<>());
        planned.add(next);
        return next.happened();
    }

    /** Cancels the faults that have not happened yet. */
    public void clear() {
        planned.clear();
    }

    /** Cancels the faults of one function that have not happened yet. */
    public void clear(String function) {
        planned.removeIf(next -> next.fault().function().equals(function));
    }

    @Override
    public Interception before(ServiceCall call) {
        return verdict(call, Moment.BEFORE);
    }

    @Override
    public Interception after(ServiceCall call) {
        return verdict(call, Moment.AFTER);
    }

    private Interception verdict(ServiceCall call, Moment moment) {
        for (Planned next : planned) {
            if (next.fault().moment() == moment
                    && next.fault().isOf(call)
                    && next.left().decrementAndGet() == 0) {
                planned.remove(next);
                next.happened().complete(null);
                return next.verdict();
            }
        }
        return Interception.PASS;
    }
}
