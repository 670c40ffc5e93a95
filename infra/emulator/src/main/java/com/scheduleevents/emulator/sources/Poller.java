package com.scheduleevents.emulator.sources;

import com.scheduleevents.emulator.lambda.FunctionLog;
import java.time.Duration;
import software.amazon.awssdk.core.exception.SdkException;

/** A loop on a thread of its own, which outlives the failures of what it polls and ends when it is closed. */
final class Poller implements AutoCloseable {

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    /** An interrupt ends a request at once; whoever waits in vain for that is not to wait for long. */
    private static final Duration LONGEST_END = Duration.ofSeconds(1);

    private final String name;
    private final Round round;
    private final FunctionLog log;
    private final Thread thread;
    private volatile boolean closed;

    /** One look at what is polled. */
    @FunctionalInterface
    interface Round {
        /** @return whether there is to be another one */
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
        } catch (SdkException e) {
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

    /** Waits for the request under way, so that what is polled can be stopped afterwards. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(LONGEST_END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
