package com.scheduleevents.emulator.sample;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.cloud.template.FunctionSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import org.joda.time.DateTime;

/** Packages {@link SampleFunction} and {@link SampleQueueFunction} as functions' jars. */
public final class SampleJar {

    private SampleJar() {}

    /** A function of that code. */
    public static FunctionSpec function(Path directory, Duration timeout, Map<String, String> environment)
            throws IOException {
        Path jar = directory.resolve("sample.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            add(out, SampleFunction.class);
        }
        return function(jar, SampleFunction.class, timeout, environment);
    }

    /** A function of a queue, in a jar of its own with the libraries that its events need. */
    public static FunctionSpec queueFunction(Path jar, Duration timeout) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            add(out, SampleQueueFunction.class);
            addLibraryOf(SQSEvent.class, out);
            addLibraryOf(DateTime.class, out);
        }
        return function(jar, SampleQueueFunction.class, timeout, Map.of());
    }

    private static FunctionSpec function(
            Path jar, Class<?> handler, Duration timeout, Map<String, String> environment) {
        return new FunctionSpec(
                "Sample",
                "Sample",
                "arn:aws:lambda:us-east-1:000000000000:function:Sample",
                jar,
                handler.getName() + "::handleRequest",
                timeout,
                128,
                OptionalInt.empty(),
                environment,
                List.of(),
                List.of());
    }

    private static void add(JarOutputStream out, Class<?> type) throws IOException {
        String entry = type.getName().replace('.', '/') + ".class";
        try (InputStream code = Objects.requireNonNull(type.getClassLoader().getResourceAsStream(entry))) {
            add(out, entry, code);
        }
    }

    private static void addLibraryOf(Class<?> type, JarOutputStream out) throws IOException {
        String file = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        try (JarInputStream library = new JarInputStream(Files.newInputStream(Path.of(file)))) {
            for (JarEntry entry = library.getNextJarEntry(); entry != null; entry = library.getNextJarEntry()) {
                if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
                    add(out, entry.getName(), library);
                }
            }
        }
    }

    private static void add(JarOutputStream out, String entry, InputStream code) throws IOException {
        out.putNextEntry(new JarEntry(entry));
        code.transferTo(out);
        out.closeEntry();
    }
}
