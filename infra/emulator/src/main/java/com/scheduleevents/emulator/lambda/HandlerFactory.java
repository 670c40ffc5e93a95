package com.scheduleevents.emulator.lambda;

import java.lang.reflect.Constructor;
import java.util.Map;

/** Makes the handler of an instance of a function. */
@FunctionalInterface
public interface HandlerFactory {

    /** As Lambda does: with its environment if it has a constructor for it, else without arguments. */
    HandlerFactory FROM_ENVIRONMENT = (handler, environment) -> {
        for (Constructor<?> constructor : handler.getConstructors()) {
            if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == Map.class) {
                return constructor.newInstance(environment);
            }
        }
        return handler.getConstructor().newInstance();
    };

    /**
     * Makes a handler.
     *
     * @param handler its class
     * @param environment the variables of the instance
     * @throws java.lang.reflect.InvocationTargetException when its constructor fails
     */
    Object make(Class<?> handler, Map<String, String> environment) throws ReflectiveOperationException;
}
