package com.scheduleevents.emulator.lambda;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.Map;

/** Loads a function's handler from its jar. */
final class FunctionCode {

    private static final String METHOD = "handleRequest";

    private final ClassLoader loader;
    private final Class<?> handlerClass;
    private final EventConversions conversions;
    private final HandlerFactory handlers;

    private FunctionCode(
            ClassLoader loader, Class<?> handlerClass, EventConversions conversions, HandlerFactory handlers) {
        this.loader = loader;
        this.handlerClass = handlerClass;
        this.conversions = conversions;
        this.handlers = handlers;
    }

    /**
     * @param jars where its jar is opened
     * @param jar the function's jar
     * @param handler {@code package.Class::handleRequest}
     * @throws IllegalArgumentException when there is no such handler in it
     */
    static FunctionCode load(FunctionJars jars, Path jar, String handler) {
        String[] parts = handler.split("::", -1);
        if (parts.length > 2 || (parts.length == 2 && !parts[1].equals(METHOD))) {
            throw new IllegalArgumentException(handler + ": a handler is written package.Class::" + METHOD + ".");
        }
        try {
            ClassLoader loader = jars.loader(jar);
            Class<?> handlerClass = Class.forName(parts[0], false, loader);
            requireHandler(handlerClass);
            return new FunctionCode(loader, handlerClass, jars.conversions(jar), jars.handlers());
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("The handler " + parts[0] + " is not in " + jar + ".", e);
        }
    }

    private static void requireHandler(Class<?> type) {
        if (!RequestHandler.class.isAssignableFrom(type) && !RequestStreamHandler.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException(
                    type.getName() + " implements neither RequestHandler nor RequestStreamHandler.");
        }
    }

    ClassLoader loader() {
        return loader;
    }

    /** Creates a handler. */
    ByteHandler newHandler(Map<String, String> environment) throws Throwable {
        Object handler = make(environment);
        return handler instanceof RequestStreamHandler streams
                ? ByteHandler.ofStreams(streams)
                : conversions.of((RequestHandler<?, ?>) handler);
    }

    private Object make(Map<String, String> environment) throws Throwable {
        try {
            return handlers.make(handlerClass, environment);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
