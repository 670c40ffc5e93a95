package com.scheduleevents.testkit.aws;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkRequest;

/** A client of AWS whose calls a test watches, and lets fail. */
public final class WatchedCalls implements InvocationHandler {

    private final Object client;
    private final BiConsumer<String, SdkRequest> watcher;

    private WatchedCalls(Object client, BiConsumer<String, SdkRequest> watcher) {
        this.client = client;
        this.watcher = watcher;
    }

    /**
     * A client that tells of its calls.
     *
     * @param type what the client is
     * @param watcher is told of each call before it is made, by the name of the client's method; the call fails with what it throws
     */
    public static <T> T of(Class<T> type, T client, BiConsumer<String, SdkRequest> watcher) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new WatchedCalls(client, watcher)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (arguments == null
                || arguments.length != 1
                || !(arguments[0] instanceof SdkRequest request)
                || method.getName().endsWith("Paginator")) {
            // Such as one that builds a request, or that reads all pages: it calls the others.
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        watcher.accept(method.getName(), request);
        try {
            return method.invoke(client, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
