package com.scheduleevents.emulator.lambda;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Loads the functions of one deployment from their jars. Functions of the same jar share its classes, as instances of a function
 * do, so that the AWS SDK is not loaded once per function.
 */
public final class FunctionJars {

    private final Map<Path, FunctionLoader> loaders = new HashMap<>();
    private final JarClasses classes;
    private final FunctionLog log;
    private final HandlerFactory handlers;

    /**
     * @param classes of the jars
     * @param log where what the functions print can be sent
     * @param handlers makes the handler of each instance
     */
    public FunctionJars(JarClasses classes, FunctionLog log, HandlerFactory handlers) {
        this.classes = classes;
        this.log = log;
        this.handlers = handlers;
    }

    HandlerFactory handlers() {
        return handlers;
    }

    /** @throws IllegalArgumentException when there is no such file */
    synchronized ClassLoader loader(Path jar) {
        return loaders.computeIfAbsent(jar, file -> new FunctionLoader(classes.of(file), log));
    }

    /** @throws IllegalArgumentException when there is no such file */
    EventConversions conversions(Path jar) {
        return classes.conversions(jar);
    }
}
