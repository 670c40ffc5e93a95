package com.scheduleevents.ministack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Runs the AWS SAM command line against an emulator. */
final class SamCli {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String STACK = "schedule-events";

    private final Path program;
    private final URI emulator;
    private final Path output;

    /** @param output directory for its output */
    SamCli(Path program, URI emulator, Path output) {
        this.program = program;
        this.emulator = emulator;
        this.output = output;
    }

    /** Deploys a template; its stack is complete when this returns. */
    void deploy(Path template, Map<String, String> parameters) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "deploy",
                "--template-file",
                template.toString(),
                "--stack-name",
                STACK,
                "--resolve-s3",
                "--capabilities",
                "CAPABILITY_IAM",
                "--no-confirm-changeset",
                "--no-progressbar",
                "--parameter-overrides"));
        parameters.forEach((name, value) -> command.add(name + "=\"" + value + "\""));
        run(command, output.resolve("sam-deploy.log"));
    }

    /**
     * The physical ids of the stack's resources, by logical id.
     *
     * @param template the deployed template
     */
    Map<String, String> resources(Path template) throws IOException {
        Path list = output.resolve("sam-resources.json");
        run(
                List.of(
                        "list",
                        "resources",
                        "--template-file",
                        template.toString(),
                        "--stack-name",
                        STACK,
                        "--output",
                        "json"),
                list);
        JsonNode resources = JSON.readTree(list.toFile());
        return StreamSupport.stream(resources.spliterator(), false)
                .collect(Collectors.toUnmodifiableMap(
                        resource -> resource.path("LogicalResourceId").asText(),
                        resource -> resource.path("PhysicalResourceId").asText()));
    }

    private void run(List<String> arguments, Path out) throws IOException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        Path errors = output.resolve("sam.err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(output.toFile())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile());
        builder.environment().putAll(EmulatorProcess.environment(emulator));
        if (status(builder.start()) != 0) {
            throw new IllegalStateException(
                    "sam " + arguments.getFirst() + " failed; " + out + " says:\n" + end(out) + end(errors));
        }
    }

    private static int status(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while sam was running.", e);
        }
    }

    private static String end(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 12), lines.size())) + "\n";
    }
}
