package com.scheduleevents.runtime;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.scheduleevents.local.template.FunctionSpec;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A function's process: the runtime client on the class path, the function's jar where Lambda unpacks it, nothing else. */
final class FunctionProcess implements AutoCloseable {

    private final Process process;
    private final Path log;

    private FunctionProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param directory of its own
     * @param environment all of its variables
     */
    static FunctionProcess start(FunctionSpec function, Path directory, Map<String, String> environment)
            throws IOException {
        Path lib = Files.createDirectories(directory.resolve("lib"));
        Files.createSymbolicLink(
                lib.resolve(function.jar().getFileName()), function.jar().toAbsolutePath());
        Path log = directory.resolve("log");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-classpath",
                        runtime(),
                        AWSLambda.class.getName(),
                        function.handler())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return new FunctionProcess(builder.start(), log);
    }

    private static String runtime() {
        return Stream.of(AWSLambda.class, Context.class, PojoSerializer.class)
                .map(FunctionProcess::jarOf)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String jarOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How it ended. */
    int exit() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the process goes on");
        }
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What it wrote, line by line. */
    List<String> lines() throws IOException {
        return Files.readAllLines(log);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
