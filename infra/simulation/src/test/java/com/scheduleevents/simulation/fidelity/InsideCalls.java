package com.scheduleevents.simulation.fidelity;

import com.scheduleevents.simulation.time.Scheduler;
import com.scheduleevents.simulation.time.Task;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Makes each call of a simulated client a task of its world and waits for it, so that a test can call it from outside. */
final class InsideCalls implements InvocationHandler {

    private static final Duration STEP = Duration.ofMillis(100);

    private final Scheduler scheduler;
    private final Object client;

    private InsideCalls(Scheduler scheduler, Object client) {
        this.scheduler = scheduler;
        this.client = client;
    }

    static <T> T of(Scheduler scheduler, Class<T> type, T client) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new InsideCalls(scheduler, client)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Method own = client.getClass().getMethod(method.getName(), method.getParameterTypes());
        if (own.getDeclaringClass() != client.getClass()) {
            // Such as a paginator, which calls the others.
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        AtomicReference<@Nullable Object> result = new AtomicReference<>();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Task task = scheduler.spawn(method.getName(), () -> {
            try {
                result.set(own.invoke(client, arguments));
            } catch (InvocationTargetException e) {
                failure.set(e.getCause());
            } catch (IllegalAccessException e) {
                failure.set(e);
            }
        });
        while (!task.isDone()) {
            scheduler.runFor(STEP);
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw thrown;
        }
        return result.get();
    }
}
