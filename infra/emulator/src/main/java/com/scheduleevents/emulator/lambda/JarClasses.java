package com.scheduleevents.emulator.lambda;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes of functions' jars, each jar in its own class loader, which sees only the JDK and Lambda's runtime. Deployments that
 * run in one JVM can share them, so that each class is loaded and compiled once.
 */
public final class JarClasses implements AutoCloseable {

    private final Map<Path, URLClassLoader> loaders = new HashMap<>();
    private final Map<Path, EventConversions> conversions = new HashMap<>();
    private final List<String> shared;

    /** Each jar sees only the JDK and Lambda's runtime, as on Lambda. */
    public JarClasses() {
        this(List.of());
    }

    private JarClasses(List<String> shared) {
        this.shared = shared;
    }

    /** The jars have the classes of the AWS SDK in common with this process, whose clients they can then be given. */
    public static JarClasses sharingTheSdk() {
        return new JarClasses(List.of("software.amazon.awssdk.", "org.reactivestreams."));
    }

    /** @throws IllegalArgumentException when there is no such file */
    synchronized ClassLoader of(Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException(jar + " is not there. Build it first: ./mvnw -q -DskipTests package");
        }
        return loaders.computeIfAbsent(jar, this::open);
    }

    /** @throws IllegalArgumentException when there is no such file */
    synchronized EventConversions conversions(Path jar) {
        return conversions.computeIfAbsent(jar, file -> new EventConversions(of(file)));
    }

    private URLClassLoader open(Path jar) {
        try {
            return new ParallelLoader(jar, new RuntimeClasses(shared));
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(jar + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        for (URLClassLoader loader : loaders.values()) {
            loader.close();
        }
    }

    private static final class ParallelLoader extends URLClassLoader {

        static {
            registerAsParallelCapable();
        }

        ParallelLoader(Path jar, ClassLoader runtime) throws MalformedURLException {
            super(jar.getFileName().toString(), new java.net.URL[] {jar.toUri().toURL()}, runtime);
        }
    }
}
