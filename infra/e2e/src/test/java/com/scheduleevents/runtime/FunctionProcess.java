package com.scheduleevents.runtime;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.utilslite.SdkInternalThreadLocal;

/**
 * A function's process: started as Lambda's Java runtime starts it, with the runtime client on the class path, the function's
 * package as working directory, and no environment variables but the given ones.
 */
final class FunctionProcess implements AutoCloseable {

    private static final int END_SECONDS = 60;
    private static final String CLASSES = "classes";

    private final Process process;
    private final Path log;
    private final Path classes;

    private FunctionProcess(Process process, Path log, Path classes) {
        this.process = process;
        this.log = log;
        this.classes = classes;
    }

    /**
     * Starts it.
     *
     * @param handler as the template names it
     * @param code the function's package, unpacked
     * @param directory for its log and the runtime client's native library
     * @param environment all of its environment variables
     */
    static FunctionProcess start(String handler, Path code, Path directory, Map<String, String> environment)
            throws IOException {
        Path log = directory.resolve("log");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:-BytecodeVerificationRemote",
                        "-Xlog:class+load=info:file=" + directory.resolve(CLASSES),
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        // The managed runtime sets this for the hooks of org.crac.
                        "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac",
                        "-Dcom.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI="
                                + nativePart(directory.resolve("libaws-lambda-jni.so")),
                        "-classpath",
                        runtime(),
                        AWSLambda.class.getName(),
                        handler)
                .directory(code.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return new FunctionProcess(builder.start(), log, directory.resolve(CLASSES));
    }

    /** By default the client unpacks it to one path for the whole machine, where processes would overwrite each other's. */
    private static Path nativePart(Path to) throws IOException {
        String architecture = System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
        try (InputStream library =
                AWSLambda.class.getResourceAsStream("/jni/libaws-lambda-jni.linux-" + architecture + ".so")) {
            Files.copy(Objects.requireNonNull(library, "no native part for " + architecture), to);
        }
        return to;
    }

    private static String runtime() {
        return Stream.of(AWSLambda.class, Context.class, PojoSerializer.class, SdkInternalThreadLocal.class)
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
            throw new IllegalStateException("The jar of " + type.getName() + " cannot be found.", e);
        }
    }

    /** Waits for its end. @return the exit status */
    int exit() throws IOException, InterruptedException {
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("The process did not end. It wrote:\n" + output());
        }
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Whether it has loaded a class by now. */
    boolean hasLoaded(String name) throws IOException {
        return Files.readString(classes).contains(" " + name + " ");
    }

    /** Its output, line by line. */
    List<String> lines() throws IOException {
        return Files.readAllLines(log);
    }

    /** Its output, for the message of a failure. */
    String output() throws IOException {
        return Files.readString(log);
    }

    /** Kills it, and waits until it is gone, so that its directory can go too. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The process " + process.pid() + " cannot be killed.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
