package com.scheduleevents.domain.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Decides what follows a failed attempt of one delivery (specification, section 6: retries on an exponential schedule for 24
 * hours, then the endpoint is disabled).
 */
public final class RetrySchedule {

    /** Each wait is up to this share longer or shorter, so that deliveries that failed together do not return together. */
    private static final double JITTER = 0.1;

    private final List<Duration> waits;
    private final Duration window;

    /**
     * @param waits between the attempts, from the first; growing
     * @param window from the first attempt to the last
     * @throws IllegalArgumentException when a wait or the window is not positive
     */
    public RetrySchedule(List<Duration> waits, Duration window) {
        this.waits = List.copyOf(waits);
        this.window = window;
        if (!window.isPositive() || waits.stream().anyMatch(wait -> !wait.isPositive())) {
            throw new IllegalArgumentException("retry waits and retry window must be positive durations");
        }
    }

    /**
     * Reads a schedule from the template's parameters.
     *
     * @param waits ISO 8601 durations separated by commas
     * @param window an ISO 8601 duration
     */
    public static RetrySchedule parse(String waits, String window) {
        return new RetrySchedule(
                Arrays.stream(waits.split(",", -1)).map(Duration::parse).toList(), Duration.parse(window));
    }

    /** How many attempts a delivery gets at most: one more than waits, and the last at the end of the window. */
    public int attempts() {
        return waits.size() + 2;
    }

    /**
     * Decides what follows a failed attempt. The end of the window alone ends a delivery, never the number of its attempts: one
     * that was called back early gets its last attempt at the end all the same.
     *
     * @param attempt the number of the attempt that failed, from 1
     * @param firstAttempt when the first attempt of the delivery began
     * @param now when the attempt had failed
     * @param random for the jitter
     */
    public Next after(int attempt, Instant firstAttempt, Instant now, RandomGenerator random) {
        Instant end = firstAttempt.plus(window);
        if (!now.isBefore(end)) {
            return new Next.GiveUp();
        }
        Instant wanted = attempt > waits.size() ? end : now.plus(jittered(waits.get(attempt - 1), random));
        return new Next.Again(attempt + 1, wanted.isBefore(end) ? wanted : end);
    }

    private static Duration jittered(Duration wait, RandomGenerator random) {
        return Duration.ofNanos(Math.round(wait.toNanos() * (1 - JITTER + 2 * JITTER * random.nextDouble())));
    }

    /** What follows a failed attempt. */
    public sealed interface Next {

        /**
         * Another attempt.
         *
         * @param attempt its number
         * @param notBefore its time
         */
        record Again(int attempt, Instant notBefore) implements Next {}

        /** The window is over: the webhook is to be disabled. */
        record GiveUp() implements Next {}
    }
}
