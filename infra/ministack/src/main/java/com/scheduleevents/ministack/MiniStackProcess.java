package com.scheduleevents.ministack;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs MiniStack: one process, and one more for each instance of a function. */
final class MiniStackProcess implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final Process process;
    private final URI address;

    private MiniStackProcess(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /**
     * Starts it; it is ready when this returns.
     *
     * @param output directory for its log
     * @param port where it listens on 127.0.0.1
     */
    static MiniStackProcess start(Path program, Path output, int port) throws IOException {
        URI address = URI.create("http://127.0.0.1:" + port);
        Path log = output.resolve("ministack.log");
        ProcessBuilder builder =
                new ProcessBuilder(program.toString()).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment(address));
        builder.environment()
                .put(
                        "TMPDIR",
                        Files.createDirectories(output.resolve("ministack")).toString());
        MiniStackProcess emulator = new MiniStackProcess(builder.start(), address);
        try {
            emulator.awaitAnswer(log);
        } catch (RuntimeException e) {
            emulator.close();
            throw e;
        }
        return emulator;
    }

    /** The environment variables with which functions and SAM find it. */
    static Map<String, String> environment(URI address) {
        return Map.ofEntries(
                Map.entry("GATEWAY_PORT", Integer.toString(address.getPort())),
                Map.entry("BIND_HOST", "127.0.0.1"),
                Map.entry("MINISTACK_HOST", "127.0.0.1"),
                Map.entry("AWS_ENDPOINT_URL", address.toString()),
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

    private void awaitAnswer(Path log) {
        Instant end = Instant.now().plus(START);
        while (!responds()) {
            if (!process.isAlive() || Instant.now().isAfter(end)) {
                throw new IllegalStateException("MiniStack does not respond at " + address + ": see " + log + ".");
            }
            pause();
        }
    }

    private boolean responds() {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    address.resolve("/_ministack/health").toURL().openConnection();
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
            throw new IllegalStateException("Interrupted while MiniStack was starting.", e);
        }
    }

    URI address() {
        return address;
    }

    /** Stops it and the functions' processes. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
