package com.scheduleevents.ministack;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs an emulator: one process, and one more for each instance of a function. */
public final class EmulatorProcess implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(2);
    /** LocalStack can take minutes, and there is nothing to save. Shorter than what the command of the local cloud waits for. */
    private static final Duration STOP = Duration.ofSeconds(2);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final Process process;
    private final URI url;
    private final URI health;

    private EmulatorProcess(Process process, URI url, URI health) {
        this.process = process;
        this.url = url;
        this.health = health;
    }

    /**
     * Starts it; it is ready when this returns.
     *
     * @param template template.yaml, in the project's root
     * @param output directory for its log
     * @param port where it listens on 127.0.0.1
     */
    public static EmulatorProcess start(ForeignEmulator kind, Path template, Path output, int port) throws IOException {
        Path program = kind.program(EmulatedDeployment.root(template));
        URI url = URI.create("http://127.0.0.1:" + port);
        Path log = output.resolve("emulator.log");
        ProcessBuilder builder =
                new ProcessBuilder(program.toString()).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment(url));
        builder.environment()
                .put(
                        "TMPDIR",
                        Files.createDirectories(output.resolve("emulator")).toString());
        EmulatorProcess emulator = new EmulatorProcess(builder.start(), url, url.resolve(kind.health()));
        try {
            emulator.awaitHealth(log);
        } catch (RuntimeException e) {
            emulator.close();
            throw e;
        }
        return emulator;
    }

    /** The environment variables with which functions and SAM find it. */
    public static Map<String, String> environment(URI url) {
        return Map.ofEntries(
                Map.entry("GATEWAY_PORT", Integer.toString(url.getPort())),
                Map.entry("BIND_HOST", "127.0.0.1"),
                Map.entry("MINISTACK_HOST", "127.0.0.1"),
                Map.entry("AWS_ENDPOINT_URL", url.toString()),
                Map.entry("AWS_ACCESS_KEY_ID", "local"),
                Map.entry("AWS_SECRET_ACCESS_KEY", "local"),
                Map.entry("AWS_DEFAULT_REGION", "us-east-1"),
                Map.entry("AWS_REGION", "us-east-1"),
                // The Java of the functions' bootstrap script.
                Map.entry("JAVA_HOME", System.getProperty("java.home")),
                // Unused services, which would occupy ports.
                Map.entry("IOT_MTLS_ENABLED", "0"),
                Map.entry("SFTP_ENABLED", "0"),
                Map.entry("SAM_CLI_TELEMETRY", "0"));
    }

    private void awaitHealth(Path log) {
        Instant end = Instant.now().plus(START);
        while (!responds()) {
            if (!process.isAlive() || Instant.now().isAfter(end)) {
                throw new IllegalStateException("The emulator does not respond at " + url + ": see " + log + ".");
            }
            pause();
        }
    }

    private boolean responds() {
        try {
            HttpURLConnection connection = (HttpURLConnection) health.toURL().openConnection();
            return connection.getResponseCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    private void pause() {
        try {
            process.waitFor(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the emulator was starting.", e);
        }
    }

    /** The endpoint of all AWS services. */
    public URI url() {
        return url;
    }

    /** Stops it and the functions' processes. */
    @Override
    public void close() {
        List<ProcessHandle> functions = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
            functions.forEach(ProcessHandle::destroyForcibly);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
