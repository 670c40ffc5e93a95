package com.scheduleevents.emulator.proxy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Deaths that are ordered: of the instance that makes a certain call for the n-th time. */
public final class PlannedFaults implements CallInterceptor {

    private final List<Ordered> ordered = new CopyOnWriteArrayList<>();

    /** When the instance dies. */
    public enum Moment {
        /** Before the call is carried out. */
        BEFORE,
        /** After it was carried out, before its answer. */
        AFTER
    }

    /**
     * A call to die at.
     *
     * @param function logical id of the caller
     * @param operation such as {@code UpdateItem}; empty: any
     * @param resource name of the table, queue or key; empty: any
     * @param nth 1 is the next such call
     * @param moment before or after the call is carried out
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
     * Orders a death.
     *
     * @return done once it struck
     */
    public CompletableFuture<Void> kill(Fault fault) {
        Ordered order = new Ordered(fault, new AtomicInteger(fault.nth()), new CompletableFuture<>());
        ordered.add(order);
        return order.struck();
    }

    /** Takes back what has not struck yet. */
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
