package com.scheduleevents.cloud.time;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/**
 * Virtual threads on a scheduler of one's own. The JDK has them, but no public way to them yet: this class needs the option
 * {@code --add-opens java.base/java.lang=ALL-UNNAMED}. Whatever thread such a thread starts has the same scheduler, so that code
 * under test may use virtual threads, executors, locks and gatherers as it likes.
 */
final class VirtualThreads {

    private static final MethodHandle BUILDER = builder();
    private static final ScheduledExecutorService[] TIMEOUTS = timeouts();

    private static final VarHandle STATE = state();
    private static final Set<Integer> AT_A_MONITOR = Set.of(constant("BLOCKED"), constant("UNBLOCKED"));

    /** The thread that each continuation runs, by its class, of which there is one. */
    private static final ClassValue<Field> THREAD = new ClassValue<>() {
        @Override
        protected Field computeValue(Class<?> type) {
            Field thread = type.getDeclaredFields()[0];
            thread.setAccessible(true);
            return thread;
        }
    };

    private VirtualThreads() {}

    /**
     * Whether a thread has stopped at a monitor, or has just been let in and not run since. A thread of the JDK holds it, such as the one that fills queues of
     * references, or one of those that are scheduled here.
     *
     * @param continuation what a scheduler was handed
     */
    static boolean isAtAMonitor(Runnable continuation) {
        try {
            Object thread = THREAD.get(continuation.getClass()).get(continuation);
            return AT_A_MONITOR.contains((int) STATE.getVolatile(thread));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("This JDK's virtual threads hand over something else.", e);
        }
    }

    private static VarHandle state() {
        try {
            Class<?> type = Class.forName("java.lang.VirtualThread");
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup()).findVarHandle(type, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This JDK's virtual threads keep their state elsewhere.", e);
        }
    }

    private static int constant(String name) {
        try {
            Class<?> type = Class.forName("java.lang.VirtualThread");
            return (int) MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findStaticVarHandle(type, name, int.class)
                    .get();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This JDK's virtual threads have no state " + name + ".", e);
        }
    }

    /** @param scheduler is handed each thread whenever that can go on, and lets it by running what it was handed */
    static Thread.Builder.OfVirtual scheduledBy(Executor scheduler) {
        try {
            return (Thread.Builder.OfVirtual) BUILDER.invoke(scheduler);
        } catch (Throwable e) {
            throw new IllegalStateException("This JDK's virtual threads take no scheduler.", e);
        }
    }

    /**
     * Cancels the timeouts of all threads with a scheduler of their own that wait for something or for a time to pass. A thread that was
     * killed while it waited for an executor to end would otherwise be kept for a day, with the world that it was part of.
     */
    static void cancelTimeouts() {
        for (ScheduledExecutorService timeouts : TIMEOUTS) {
            ((ScheduledThreadPoolExecutor) timeouts).getQueue().clear();
        }
    }

    private static ScheduledExecutorService[] timeouts() {
        try {
            Class<?> type = Class.forName("java.lang.VirtualThread$DelayedTaskSchedulers");
            return (ScheduledExecutorService[]) MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findStaticVarHandle(type, "INSTANCE", ScheduledExecutorService[].class)
                    .get();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This JDK keeps the timeouts of virtual threads elsewhere.", e);
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
