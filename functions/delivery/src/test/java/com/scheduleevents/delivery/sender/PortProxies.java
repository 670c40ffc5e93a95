package com.scheduleevents.delivery.sender;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Puts a test between the sender and a port, whatever the port's methods are. */
final class PortProxies {

    private PortProxies() {}

    /** The port, every call of which goes by way of {@code between}. */
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

    /** What happens around a call. */
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
