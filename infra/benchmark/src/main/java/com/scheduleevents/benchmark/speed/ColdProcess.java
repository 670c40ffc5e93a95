package com.scheduleevents.benchmark.speed;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.scheduleevents.emulator.template.FunctionSpec;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import software.amazon.awssdk.utilslite.SdkInternalThreadLocal;

/** Starts a function in a process of its own under Lambda's runtime interface client, with the flags of the managed Java runtime. */
final class ColdProcess {

    private static final int END_SECONDS = 120;

    private final UnpackedJars packages;
    private final Path nativePart;
    private final Path log;

    /** @param directory for what the processes write and need */
    ColdProcess(Path directory) throws IOException {
        this.packages = new UnpackedJars(directory);
        this.nativePart = nativePart(directory.resolve("libaws-lambda-jni.so"));
        this.log = directory.resolve("process.out");
    }

    /**
     * Starts a process, gives it its first event, and ends it.
     *
     * @param options more options of the JVM
     * @return seconds from the start, or where it is primed from its restore, to the first response
     */
    double seconds(FunctionSpec function, StartMode mode, List<String> options, String event)
            throws IOException, InterruptedException {
        try (RuntimeEndpoint endpoint = new RuntimeEndpoint(event)) {
            ProcessBuilder builder = new ProcessBuilder(command(function, mode, options))
                    .directory(packages.of(function.jar()).toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().clear();
            builder.environment().putAll(function.environment());
            builder.environment().putAll(variables(function, mode, endpoint));
            long start = System.nanoTime();
            Process process = builder.start();
            try {
                long from = mode == StartMode.PRIMED ? endpoint.restore() : start;
                return (endpoint.response() - from) / 1e9;
            } catch (IllegalStateException e) {
                throw new IllegalStateException(function.id() + " wrote: " + Files.readString(log), e);
            } finally {
                end(process);
            }
        }
    }

    /** Orderly, because archives are written at the end. */
    private static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    private List<String> command(FunctionSpec function, StartMode mode, List<String> options) {
        List<String> classPath = new ArrayList<>(runtime());
        if (mode.needsJar()) {
            classPath.add(function.jar().toString());
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx" + function.memoryMegabytes() * 3 / 4 + "m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac",
                "-Dcom.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI=" + nativePart));
        command.addAll(options);
        command.addAll(List.of(
                "-classpath",
                String.join(File.pathSeparator, classPath),
                AWSLambda.class.getName(),
                function.handler()));
        return command;
    }

    private static Map<String, String> variables(FunctionSpec function, StartMode mode, RuntimeEndpoint endpoint) {
        return Map.of(
                "_HANDLER", function.handler(),
                "AWS_LAMBDA_RUNTIME_API", endpoint.authority(),
                "AWS_LAMBDA_INITIALIZATION_TYPE", mode.initialization(),
                "AWS_LAMBDA_FUNCTION_NAME", function.name(),
                "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(function.memoryMegabytes()),
                "AWS_REGION", "us-east-1",
                "AWS_ACCESS_KEY_ID", "measured",
                "AWS_SECRET_ACCESS_KEY", "measured",
                "AWS_ENDPOINT_URL", endpoint.aws(),
                "LANG", "C.UTF-8");
    }

    private static Path nativePart(Path to) throws IOException {
        String architecture = System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
        try (InputStream library =
                AWSLambda.class.getResourceAsStream("/jni/libaws-lambda-jni.linux-" + architecture + ".so")) {
            Files.copy(
                    Objects.requireNonNull(library, "no native part for " + architecture),
                    to,
                    StandardCopyOption.REPLACE_EXISTING);
        }
        return to;
    }

    private static List<String> runtime() {
        return Stream.of(AWSLambda.class, Context.class, PojoSerializer.class, SdkInternalThreadLocal.class)
                .map(ColdProcess::jarOf)
                .toList();
    }

    private static String jarOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the jar of " + type.getName() + " cannot be found", e);
        }
    }
}
