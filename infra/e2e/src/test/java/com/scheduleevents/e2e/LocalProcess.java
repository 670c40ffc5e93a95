package com.scheduleevents.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.emulator.storage.FreePorts;
import com.scheduleevents.local.CloudDescription;
import com.scheduleevents.local.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The run command as a process of its own, which a test can limit and kill. It has a project directory of its own. */
final class LocalProcess implements AutoCloseable {

    private static final Path PROJECT = Path.of("..", "..").toAbsolutePath().normalize();

    private final Path project;
    private final Process process;

    private LocalProcess(Path project, Process process) {
        this.project = project;
        this.process = process;
    }

    /** Makes a project directory whose functions and programs are those of this one. */
    static void prepare(Path project) throws IOException {
        Files.createSymbolicLink(project.resolve("template.yaml"), PROJECT.resolve("template.yaml"));
        Files.createSymbolicLink(project.resolve("functions"), PROJECT.resolve("functions"));
        Files.createSymbolicLink(project.resolve("infra"), PROJECT.resolve("infra"));
    }

    /** Removes the links again; JUnit warns of those that lead out of its directory. */
    static void unlink(Path project) throws IOException {
        Files.delete(project.resolve("template.yaml"));
        Files.delete(project.resolve("functions"));
        Files.delete(project.resolve("infra"));
    }

    /** The first of the ports of a cloud, which are the same after a restart. */
    static int port() {
        return FreePorts.consecutive(5).getFirst();
    }

    /**
     * Starts it.
     *
     * @param fileBlocks how large a file may grow, in blocks of 512 bytes, or {@code unlimited}
     * @param settings system properties
     */
    static LocalProcess start(Path project, String fileBlocks, Map<String, String> settings) {
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "ulimit -f " + fileBlocks + " && exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djdk.virtualThreadScheduler.parallelism=16",
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dproject=" + project));
        settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of("-classpath", System.getProperty("java.class.path"), Main.class.getName()));
        try {
            return new LocalProcess(
                    project,
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(
                                    project.resolve("console.txt").toFile()))
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it says that it is ready. */
    Target ready() {
        Path json = json();
        Await.await("the run command").until(() -> Files.exists(json) || !process.isAlive());
        if (!process.isAlive()) {
            throw new IllegalStateException("The run command ended: " + console());
        }
        return Target.of(description());
    }

    /** Where its queues are, once it is ready. */
    URI sqs() {
        return description().sqs();
    }

    private CloudDescription description() {
        try {
            return description(new ObjectMapper().readTree(json().toFile()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CloudDescription description(JsonNode json) {
        return new CloudDescription(
                URI.create(json.path("api_url").asText()),
                json.path("api_key").asText(),
                json.path("other_api_key").asText(),
                URI.create(json.path("receiver_url").asText()),
                URI.create(json.path("mailbox_url").asText()),
                Path.of(json.path("ca_certificate").asText()),
                URI.create(json.path("dynamodb_url").asText()),
                URI.create(json.path("sqs_url").asText()),
                URI.create(json.path("changes_queue_url").asText()),
                Map.of(),
                json.path("retention").asText());
    }

    /** Everything that it and its predecessors in this directory have printed. */
    String console() {
        try {
            return Files.readString(project.resolve("console.txt"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for its end. */
    int exit() throws InterruptedException {
        return process.waitFor();
    }

    /** Ends it like a power failure. */
    void kill() throws InterruptedException, IOException {
        process.destroyForcibly().waitFor();
        Files.deleteIfExists(json());
    }

    private Path json() {
        return project.resolve("target/local-cloud.json");
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
