package com.scheduleevents.simulation.time;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;

/**
 * Virtual threads on a scheduler of one's own. The JDK has them, but no public way to them yet: this class needs the option
 * {@code --add-opens java.base/java.lang=ALL-UNNAMED}. Whatever thread such a thread starts has the same scheduler, so that code
 * under test may use virtual threads, executors, locks and gatherers as it likes.
 */
final class VirtualThreads {

    private static final MethodHandle BUILDER = builder();

    private VirtualThreads() {}

    /** @param scheduler is handed each thread whenever that can go on, and lets it by running what it was handed */
    static Thread.Builder.OfVirtual scheduledBy(Executor scheduler) {
        try {
            return (Thread.Builder.OfVirtual) BUILDER.invoke(scheduler);
        } catch (Throwable e) {
            throw new IllegalStateException("This JDK's virtual threads take no scheduler.", e);
        }
    }

    private static MethodHandle builder() {
        try {
            Class<?> type = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findConstructor(type, MethodType.methodType(void.class, Executor.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "The simulation needs JDK 25 with --add-opens java.base/java.lang=ALL-UNNAMED.", e);
        }
    }
}
