package com.scheduleevents.emulator.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A function's process, with the Runtime API that it calls. */
public final class FunctionProcess implements AutoCloseable {

    /** The id of every invocation. */
    public static final String REQUEST = "8a4c0d6e-0000-4000-8000-00000000beef";

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    private final RuntimeApi api;
    private final Path log;
    private final long started;
    private final Process process;

    FunctionProcess(ProcessBuilder builder, RuntimeApi api, Path log) throws IOException {
        this.api = api;
        this.log = log;
        this.started = System.nanoTime();
        this.process = builder.start();
    }

    /** When it was started, as {@link System#nanoTime}. */
    public long started() {
        return started;
    }

    /** Queues an event for it. */
    public void queue(String event) {
        api.queue(event);
    }

    /** Lets it continue after {@link RuntimeCall#READY}, as if restored from a snapshot. */
    public void restore() {
        api.restore();
    }

    /** Waits, as long as it runs, for its next call that does not ask for an event. */
    public RuntimeCall nextCall() throws IOException, InterruptedException {
        Instant end = Instant.now().plus(LIMIT);
        while (Instant.now().isBefore(end)) {
            boolean alive = process.isAlive();
            Optional<RuntimeCall> call = api.nextCall(POLL_INTERVAL);
            if (call.isPresent()) {
                return call.get();
            }
            if (!alive) {
                throw failure("ended without a call");
            }
        }
        throw failure("made no call for " + LIMIT.toSeconds() + " s");
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end. @return the exit status */
    public int exit() throws IOException, InterruptedException {
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw failure("did not end");
        }
        return process.exitValue();
    }

    /** Ends it in an orderly way, in which the JVM writes what it was told to write at its end. */
    public void stop() throws IOException, InterruptedException {
        process.destroy();
        exit();
    }

    /** Its output, line by line. */
    public List<String> lines() throws IOException {
        return Files.readAllLines(log);
    }

    /** Its output, for the message of a failure. */
    public String output() throws IOException {
        return Files.readString(log);
    }

    private IllegalStateException failure(String what) throws IOException {
        return new IllegalStateException("The process " + what + ". It wrote:\n" + output());
    }

    /** Kills it, and waits until it is gone, so that its directory can go too. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("The process " + process.pid() + " cannot be killed.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            api.close();
        }
    }
}
