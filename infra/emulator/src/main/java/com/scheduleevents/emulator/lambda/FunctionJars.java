package com.scheduleevents.emulator.lambda;

import java.io.IOException;
import java.net.MalformedURLException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Loads the functions' jars, each in its own class loader, which sees only the JDK and Lambda's runtime. Functions of
 * the same jar share its classes, as instances of a function do, so that the AWS SDK is not loaded once per function.
 */
public final class FunctionJars implements AutoCloseable {

    private final Map<Path, FunctionLoader> loaders = new HashMap<>();
    private final FunctionLog log;

    /** @param log where what the functions print can be sent */
    public FunctionJars(FunctionLog log) {
        this.log = log;
    }

    /** @throws IllegalArgumentException when there is no such file */
    synchronized ClassLoader loader(Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException(jar + " is not there. Build it first: ./mvnw -q -DskipTests package");
        }
        return loaders.computeIfAbsent(jar, this::open);
    }

    private FunctionLoader open(Path jar) {
        try {
            return new FunctionLoader(jar.getFileName().toString(), jar.toUri().toURL(), log);
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(jar + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        for (FunctionLoader loader : loaders.values()) {
            loader.close();
        }
    }
}
