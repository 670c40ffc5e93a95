package com.scheduleevents.emulator.runtime;

import com.scheduleevents.cloud.template.FunctionSpec;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts functions in processes of their own: with the flags of the managed runtime, its client on the class path, the function's package,
 * unpacked, as working directory, and no environment variables but its own.
 */
public final class FunctionProcesses {

    private final Path directory;
    private final Path nativePart;
    private final Map<Path, Path> unpacked = new HashMap<>();

    /** @param directory for what the processes need and write; must be empty */
    public FunctionProcesses(Path directory) throws IOException {
        this.directory = directory;
        this.nativePart = directory.resolve("libaws-lambda-jni.so");
        RuntimeClient.copyNativePart(nativePart);
    }

    /**
     * Starts a process.
     *
     * @param options further options of the JVM
     * @param jars further jars of its class path
     * @param variables besides those of the template and those that Lambda always sets
     */
    public FunctionProcess start(
            FunctionSpec function, List<String> options, List<Path> jars, Map<String, String> variables)
            throws IOException {
        Path log = Files.createTempFile(directory, function.id(), ".log");
        ProcessBuilder builder = new ProcessBuilder(command(function, options, jars))
                .directory(unpacked(function.jar()).toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        RuntimeApi api = new RuntimeApi();
        builder.environment().clear();
        builder.environment().putAll(function.environment());
        builder.environment()
                .putAll(Map.of(
                        "_HANDLER", function.handler(),
                        "AWS_LAMBDA_RUNTIME_API", api.authority(),
                        "AWS_LAMBDA_FUNCTION_NAME", function.name(),
                        "AWS_LAMBDA_FUNCTION_VERSION", "1",
                        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(function.memoryMegabytes()),
                        "AWS_REGION", "us-east-1",
                        "LANG", "C.UTF-8"));
        builder.environment().putAll(variables);
        return new FunctionProcess(builder, api, log);
    }

    private List<String> command(FunctionSpec function, List<String> options, List<Path> jars) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx" + function.memoryMegabytes() * 3 / 4 + "m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                // The managed runtime sets this for the hooks of org.crac.
                "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac",
                "-Dcom.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI=" + nativePart));
        command.addAll(options);
        String classPath = Stream.concat(RuntimeClient.jars().stream(), jars.stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        command.addAll(List.of("-classpath", classPath, RuntimeClient.MAIN, function.handler()));
        return command;
    }

    /** Once for all functions of a jar. */
    private synchronized Path unpacked(Path jar) throws IOException {
        Path known = unpacked.get(jar);
        if (known != null) {
            return known;
        }
        Path to = directory.resolve(jar.getFileName().toString().replace(".jar", ""));
        try (FileSystem zip = FileSystems.newFileSystem(jar);
                Stream<Path> files = Files.walk(zip.getPath("/"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = to.resolve(file.toString().substring(1));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        unpacked.put(jar, to);
        return to;
    }
}
