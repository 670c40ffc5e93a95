package com.scheduleevents.emulator.proxy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Kills function instances on plan: each the instance that makes a certain call for the n-th time. */
public final class PlannedFaults implements CallInterceptor {

    private final List<Ordered> ordered = new CopyOnWriteArrayList<>();

    /** When the instance is killed. */
    public enum Moment {
        /** Before the service handles the call. */
        BEFORE,
        /** After the service handled the call, before its response. */
        AFTER
    }

    /**
     * The call at which an instance is killed.
     *
     * @param function logical id of the caller
     * @param operation such as {@code UpdateItem}; empty: any
     * @param resource name of the table, queue or key; empty: any
     * @param nth 1 for the next such call
     * @param moment before or after the service handles the call
     */
    public record Fault(String function, String operation, String resource, int nth, Moment moment) {

        private boolean isOf(ServiceCall call) {
            return call.function().equals(function)
                    && (operation.isEmpty() || call.operation().equals(operation))
                    && (resource.isEmpty() || call.resources().contains(resource));
        }
    }

    private record Ordered(Fault fault, AtomicInteger left, CompletableFuture<Void> struck) {}

    /**
     * Plans a fault.
     *
     * @return completed when the instance was killed
     */
    public CompletableFuture<Void> kill(Fault fault) {
        Ordered order = new Ordered(fault, new AtomicInteger(fault.nth()), new CompletableFuture<>());
        ordered.add(order);
        return order.struck();
    }

    /** Cancels the faults that have not happened yet. */
    public void clear() {
        ordered.clear();
    }

    @Override
    public Verdict before(ServiceCall call) {
        return verdict(call, Moment.BEFORE);
    }

    @Override
    public Verdict after(ServiceCall call) {
        return verdict(call, Moment.AFTER);
    }

    private Verdict verdict(ServiceCall call, Moment moment) {
        for (Ordered order : ordered) {
            if (order.fault().moment() == moment
                    && order.fault().isOf(call)
                    && order.left().decrementAndGet() == 0) {
                ordered.remove(order);
                order.struck().complete(null);
                return Verdict.KILL;
            }
        }
        return Verdict.PASS;
    }
}
