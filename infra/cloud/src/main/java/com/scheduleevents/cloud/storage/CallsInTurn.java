package com.scheduleevents.cloud.storage;

import com.scheduleevents.cloud.time.RealTime;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets threads from outside call a simulated client, one at a time. */
public final class CallsInTurn implements InvocationHandler {

    private final Object client;
    private final Turns turns;

    /** The operations that the client has itself, by the method of the interface; others, such as paginators, call these. */
    private final Map<Method, Optional<Method>> operations = new ConcurrentHashMap<>();

    /** Carries out a call when it is the caller's turn. */
    @FunctionalInterface
    private interface Turns {
        Outcome take(Supplier<Outcome> call);
    }

    private sealed interface Outcome {

        record Returned(@Nullable Object response) implements Outcome {}

        record Failed(Throwable failure) implements Outcome {}
    }

    private CallsInTurn(Object client, Turns turns) {
        this.client = client;
        this.turns = turns;
    }

    /**
     * A client for threads from outside.
     *
     * @param type what of the client they call
     * @param client one on {@link com.scheduleevents.cloud.time.Scheduler#ofCallersInTurn}, which nobody else calls
     * @param afterwards runs after each call, before the next one
     */
    public static <T> T of(Class<T> type, T client, Runnable afterwards) {
        return proxy(type, client, call -> {
            synchronized (client) {
                try {
                    return call.get();
                } finally {
                    afterwards.run();
                }
            }
        });
    }

    /**
     * A client for threads from outside, by the time of the machine.
     *
     * @param type what of the client they call
     * @param client one on this time
     */
    public static <T> T of(Class<T> type, T client, RealTime time) {
        return proxy(type, client, time::inTurn);
    }

    private static <T> T proxy(Class<T> type, T client, Turns turns) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new CallsInTurn(client, turns)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Optional<Method> operation = operations.computeIfAbsent(method, this::operation);
        if (operation.isEmpty()) {
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        return switch (turns.take(() -> outcome(operation.get(), arguments))) {
            case Outcome.Returned(Object response) -> response;
            case Outcome.Failed(Throwable failure) -> throw failure;
        };
    }

    private Optional<Method> operation(Method method) {
        try {
            Method own = client.getClass().getMethod(method.getName(), method.getParameterTypes());
            return own.getDeclaringClass() == client.getClass() ? Optional.of(own) : Optional.empty();
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(client.getClass() + " lacks " + method, e);
        }
    }

    private Outcome outcome(Method operation, Object @Nullable [] arguments) {
        try {
            return new Outcome.Returned(operation.invoke(client, arguments));
        } catch (InvocationTargetException e) {
            return new Outcome.Failed(e.getTargetException());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(client.getClass() + " has to be public", e);
        }
    }
}
