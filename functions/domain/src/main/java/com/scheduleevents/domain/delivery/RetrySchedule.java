package com.scheduleevents.domain.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

    /** How long after the first attempt the last one is made. */
    public Duration window() {
        return window;
    }

    /** The number of attempts of one retry cycle: one more than there are waits, and the last one at the end of the window. */
    public int attempts() {
        return waits.size() + 2;
    }

    /**
     * Decides what follows a failed attempt. An attempt that begins at or after the end of the window is the last one; an attempt
     * that begins earlier is not, even if it ends after the window. The number of attempts does not end the schedule: a delivery
     * that was retried early still gets its last attempt at the end of the window.
     *
     * @param random for the jitter
     * @return when the next attempt is due; empty when the window is over: the webhook is to be disabled
     */
    public Optional<Instant> after(FailedAttempt failed, RandomGenerator random) {
        Instant end = failed.firstAttempt().plus(window);
        if (!failed.begun().isBefore(end)) {
            return Optional.empty();
        }
        boolean lastIsNext = failed.number() > waits.size();
        return Optional.of(lastIsNext ? end : within(end, failed, random));
    }

    private Instant within(Instant end, FailedAttempt failed, RandomGenerator random) {
        Duration left = Duration.between(failed.ended(), end);
        Duration wait = jittered(waits.get(failed.number() - 1), random);
        Duration asked = failed.retryAfter()
                .map(duration -> notShortened(duration, left, random))
                .orElse(Duration.ZERO);
        Duration longer = wait.compareTo(asked) < 0 ? asked : wait;
        return longer.compareTo(left) < 0 ? failed.ended().plus(longer) : end;
    }

    /** The wait that the receiver asked for, or up to a tenth more, because it may have asked many senders for the same time. */
    private static Duration notShortened(Duration asked, Duration left, RandomGenerator random) {
        return asked.compareTo(left) < 0
                ? Duration.ofNanos(Math.round(asked.toNanos() * (1 + JITTER * random.nextDouble())))
                : left;
    }

    /** The wait, up to a tenth longer or shorter. */
    public static Duration jittered(Duration wait, RandomGenerator random) {
        return Duration.ofNanos(Math.round(wait.toNanos() * (1 - JITTER + 2 * JITTER * random.nextDouble())));
    }

    /**
     * An attempt that failed.
     *
     * @param number from 1
     * @param firstAttempt when the first attempt of the delivery began
     * @param begun when this attempt began
     * @param ended when it had failed
     * @param retryAfter the {@code Retry-After} of the response; it can lengthen a wait up to the end of the window, and never
     *     shortens one
     */
    public record FailedAttempt(
            int number, Instant firstAttempt, Instant begun, Instant ended, Optional<Duration> retryAfter) {}
}
