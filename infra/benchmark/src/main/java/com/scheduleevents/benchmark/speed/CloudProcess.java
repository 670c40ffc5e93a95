package com.scheduleevents.benchmark.speed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** An embedded cloud in a process of its own, as the run command starts it, so that nothing else is in its memory and processor time. */
final class CloudProcess implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Process process;
    private final Path description;

    private CloudProcess(Process process, Path description) {
        this.process = process;
        this.description = description;
    }

    /**
     * Starts it, and returns when it runs.
     *
     * @param template the file of what is deployed
     * @param output a directory for its log
     */
    static CloudProcess start(Path template, Path output) throws IOException, InterruptedException {
        Path description = output.resolve("cloud-process.json");
        Files.deleteIfExists(description);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // As in the profile local of infra/local.
                        "-Xmx256m",
                        "-Xss512k",
                        "-XX:MaxDirectMemorySize=64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Dslf4j.provider=ch.qos.logback.classic.spi.LogbackServiceProvider",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        CloudProcessMain.class.getName(),
                        template.toString(),
                        output.toString(),
                        description.toString())
                .redirectError(output.resolve("cloud-process.out").toFile())
                .start();
        CloudProcess started = new CloudProcess(process, description);
        long last = System.nanoTime() + START.toNanos();
        while (!Files.exists(description)) {
            if (!process.isAlive() || System.nanoTime() > last) {
                started.close();
                throw new IllegalStateException("the cloud did not start: see " + output.resolve("cloud-process.out"));
            }
            Thread.sleep(LOOK);
        }
        return started;
    }

    /** A client of it. */
    CloudClient client() throws IOException {
        return CloudClient.of(description);
    }

    /** Seconds of a processor that it has taken. */
    double processorSeconds() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    /** A line of what Linux knows of its memory, in megabytes, such as {@code VmRSS}. */
    double megabytes(String line) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(status -> status.startsWith(line + ":"))
                .mapToDouble(status -> Double.parseDouble(status.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElseThrow();
    }

    /** The megabytes of its heap that are in use after its garbage is collected. */
    double heapInUse() throws IOException {
        process.outputWriter().append("heap\n").flush();
        String answer = Objects.requireNonNull(process.inputReader().readLine(), "the cloud has ended");
        return Long.parseLong(answer) / (1024.0 * 1024);
    }

    @Override
    public void close() {
        try {
            process.outputWriter().close();
            if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
