package com.scheduleevents.cloud.storage;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Lets threads from outside call a simulated client, one at a time. */
public final class CallsInTurn implements InvocationHandler {

    private final Object client;
    private final Runnable afterwards;

    private CallsInTurn(Object client, Runnable afterwards) {
        this.client = client;
        this.afterwards = afterwards;
    }

    /**
     * A client for threads from outside.
     *
     * @param type what of the client they call
     * @param client one on {@link com.scheduleevents.cloud.time.Scheduler#ofCallersInTurn}, which nobody else calls
     * @param afterwards runs after each call, before the next one
     */
    public static <T> T of(Class<T> type, T client, Runnable afterwards) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new CallsInTurn(client, afterwards)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Method own = client.getClass().getMethod(method.getName(), method.getParameterTypes());
        if (own.getDeclaringClass() != client.getClass()) {
            // Such as a paginator, which calls the others.
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        synchronized (client) {
            try {
                return own.invoke(client, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            } finally {
                afterwards.run();
            }
        }
    }
}
