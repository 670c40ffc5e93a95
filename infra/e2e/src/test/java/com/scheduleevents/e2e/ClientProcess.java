package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** Runs a program with a client of the API, as src/test/clients says, in a directory below target/clients-run. */
final class ClientProcess {

    private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();

    /** What the profile generates. */
    static final Path CLIENTS = PROJECT.resolve("target/clients");

    private ClientProcess() {}

    /**
     * Runs a program until it ends, which has to be with success.
     *
     * @param name of the directory in src/test/clients whose {@code start} runs it
     * @param variables of its environment
     * @return what it printed
     */
    static String run(String name, Path program, Map<String, String> variables)
            throws IOException, InterruptedException {
        Path directory = Path.of("target/clients-run", name).toAbsolutePath();
        Files.createDirectories(directory);
        try (Stream<Path> files = Files.list(Path.of("src/test/clients", name))) {
            for (Path file : Stream.concat(files, Stream.of(program)).toList()) {
                Files.write(directory.resolve(file.getFileName()), Files.readAllBytes(file));
            }
        }
        Path output = directory.resolve("output");
        Path errors = directory.resolve("errors");
        ProcessBuilder command = new ProcessBuilder(
                        "bash", "start", program.getFileName().toString())
                .directory(directory.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        command.environment().put("PROJECT", PROJECT.toString());
        command.environment().put("CLIENTS", CLIENTS.toString());
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        command.environment().putAll(variables);
        int status = command.start().waitFor();
        assertThat(status)
                .as("%s%s", Files.readString(output), Files.readString(errors))
                .isZero();
        return Files.readString(output);
    }
}
