package com.scheduleevents.domain.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Decides what follows a failed attempt of one delivery (requirements R24 and R25: growing waits for 24 hours, then the
 * webhook is disabled).
 */
public final class RetrySchedule {

    /** Each wait is up to this share longer or shorter, so that deliveries that failed together do not return together. */
    private static final double JITTER = 0.1;

    /**
     * The part of the window up to which a {@code Retry-After} lengthens a wait that is shorter. Maintenance pages ask for hours or days; a
     * delivery that waited for that would be given up after a few attempts. Each wait of the default schedule, as long as that or longer, still
     * fits into the window: six of an hour, then 2 h, 4 h and 6 h, 18 h of 24.
     */
    private static final int PARTS_OF_WINDOW = 24;

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

    /**
     * Whether an attempt should never have been made: the last one is due at the end of the window, and one that comes later than a retry may
     * begins the next retry cycle instead.
     *
     * @param firstAttempt when the first attempt of the retry cycle began
     * @param begun when this attempt began
     */
    public boolean isOverdue(Instant firstAttempt, Instant begun) {
        return begun.isAfter(firstAttempt.plus(window).plus(NextStep.LATEST_RETRY));
    }

    private Instant within(Instant end, FailedAttempt failed, RandomGenerator random) {
        Duration left = Duration.between(failed.ended(), end);
        Duration wait = jittered(waits.get(failed.number() - 1), random);
        Duration longer = failed.retryAfter()
                .map(asked -> lengthened(wait, asked, random))
                .orElse(wait);
        return longer.compareTo(left) < 0 ? failed.ended().plus(longer) : end;
    }

    /**
     * The wait that the receiver asked for, or up to a tenth more, because it may have asked many senders for the same time; at most a part
     * of the window, and then up to a tenth less.
     */
    private Duration lengthened(Duration wait, Duration asked, RandomGenerator random) {
        Duration limit = window.dividedBy(PARTS_OF_WINDOW);
        double share = JITTER * random.nextDouble();
        Duration honoured =
                asked.compareTo(limit) < 0 ? shorter(scaled(asked, 1 + share), limit) : scaled(limit, 1 - share);
        return wait.compareTo(honoured) < 0 ? honoured : wait;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration scaled(Duration wait, double factor) {
        return Duration.ofNanos(Math.round(wait.toNanos() * factor));
    }

    /** The wait, up to a tenth longer or shorter. */
    public static Duration jittered(Duration wait, RandomGenerator random) {
        return scaled(wait, 1 - JITTER + 2 * JITTER * random.nextDouble());
    }

    /**
     * An attempt that failed.
     *
     * @param number from 1
     * @param firstAttempt when the first attempt of the delivery began
     * @param begun when this attempt began
     * @param ended when it had failed
     * @param retryAfter the {@code Retry-After} of the response; it can lengthen a wait up to a 24th of the window, and never shortens
     *     one
     */
    public record FailedAttempt(
            int number, Instant firstAttempt, Instant begun, Instant ended, Optional<Duration> retryAfter) {}
}
