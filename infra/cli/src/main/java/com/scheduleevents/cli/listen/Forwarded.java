package com.scheduleevents.cli.listen;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * What became of a delivery that was forwarded.
 *
 * @param outcome as the delivery log names it, or {@code late}
 * @param status of the response; empty when there was none
 * @param hasReached whether there was a connection on which the target may have read the request
 */
record Forwarded(String outcome, OptionalInt status, boolean hasReached, Duration took) {

    /** How long the endpoint of a webhook may take. */
    private static final Duration IN_TIME = Duration.ofSeconds(5);

    /** The target has responded. */
    static Forwarded responded(int status, Duration took) {
        return new Forwarded(outcome(status, took), OptionalInt.of(status), true, took);
    }

    /** The target has not responded. */
    static Forwarded failed(String outcome, boolean hasReached, Duration took) {
        return new Forwarded(outcome, OptionalInt.empty(), hasReached, took);
    }

    /** Whether the target took the event, even if it took longer than the endpoint of a webhook may. */
    boolean isAccepted() {
        return status.isPresent() && status.getAsInt() / 100 == 2;
    }

    private static String outcome(int status, Duration took) {
        return switch (status / 100) {
            case 2 -> took.compareTo(IN_TIME) > 0 ? "late" : "succeeded";
            case 3 -> "redirect";
            default -> "status";
        };
    }
}
