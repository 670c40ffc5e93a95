package com.scheduleevents.delivery.sender;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Intercepts the calls of any port. */
final class PortProxies {

    private PortProxies() {}

    /** A proxy of the port that passes every call through {@code between}. */
    static <T> T watched(Class<T> port, T real, Between between) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(),
                new Class<?>[] {port},
                (_, method, arguments) -> between.call(port.getSimpleName() + "." + method.getName(), () -> {
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        switch (e.getCause()) {
                            case RuntimeException cause -> throw cause;
                            case Error cause -> throw cause;
                            case null, default -> throw e;
                        }
                    }
                })));
    }

    /** Intercepts a call. */
    @FunctionalInterface
    interface Between {
        Object call(String name, Call call) throws Exception;
    }

    /** The call itself. */
    @FunctionalInterface
    interface Call {
        Object make() throws Exception;
    }
}
