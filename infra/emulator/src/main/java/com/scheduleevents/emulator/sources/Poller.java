package com.scheduleevents.emulator.sources;

import com.scheduleevents.emulator.lambda.FunctionLog;
import java.io.UncheckedIOException;
import java.time.Duration;
import software.amazon.awssdk.core.exception.SdkException;

/** Polls in a loop on its own thread until it is closed; failures do not end it. */
final class Poller implements AutoCloseable {

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    /** Far above what a read of a stream takes. */
    private static final Duration LONGEST_REQUEST = Duration.ofMillis(1200);

    /** Ends a hang. */
    private static final Duration LONGEST_ROUND = Duration.ofMinutes(1);

    private final String name;
    private final Round round;
    private final FunctionLog log;
    private final Thread thread;
    private volatile boolean closed;
    private volatile long stopped;

    /** One poll. */
    @FunctionalInterface
    interface Round {
        /** @return whether to poll again */
        boolean run() throws InterruptedException;
    }

    private Poller(String name, Round round, FunctionLog log) {
        this.name = name;
        this.round = round;
        this.log = log;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::loop);
    }

    static Poller start(String name, FunctionLog log, Round round) {
        Poller poller = new Poller(name, round, log);
        poller.thread.start();
        return poller;
    }

    private void loop() {
        boolean more = true;
        while (more && !closed) {
            try {
                more = oneRound();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private boolean oneRound() throws InterruptedException {
        try {
            return round.run();
        } catch (SdkException | UncheckedIOException e) {
            if (!closed) {
                log.failure(name, e);
                Thread.sleep(PAUSE_AFTER_FAILURE);
            }
            return true;
        } catch (RuntimeException e) {
            log.failure(name, new IllegalStateException("This source stopped: " + e.getMessage(), e));
            return false;
        }
    }

    /** Begins no other round. */
    void stop() {
        closed = true;
        stopped = System.nanoTime();
    }

    /**
     * Leaves the round under way some time from {@link #stop} on: what is polled may then be stopped, and is not left with half a
     * request. A round that takes longer waits for something else, and is interrupted.
     */
    @Override
    public void close() {
        if (!closed) {
            stop();
        }
        try {
            thread.join(LONGEST_REQUEST.minusNanos(System.nanoTime() - stopped));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    /** Waits for the round under way, however slow the machine is: what it receives must not be lost. */
    void closeAfterRound() {
        stop();
        try {
            thread.join(LONGEST_ROUND);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    /** Ends it at once; for rounds that make no requests. */
    void interrupt() {
        closed = true;
        thread.interrupt();
    }
}
