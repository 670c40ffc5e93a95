package com.scheduleevents.domain.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The delivery of an earlier event of the same appointment, which is to be delivered, dismissed or dropped before another one is attempted.
 *
 * @param nextAttempt when its next attempt is due, as far as the log says
 */
public record EarlierDelivery(Optional<Instant> nextAttempt) {

    /** An attempt that is due may take so long until it is logged. */
    private static final Duration ATTEMPT = Duration.ofSeconds(6);

    /** A first attempt is mostly on its way when another one waits for it. */
    private static final Duration SHORTEST = Duration.ofSeconds(2);

    /**
     * When whoever waits looks again: when the next attempt has been made, or, where that is not known, after half the time that it has waited
     * already. It may be dismissed meanwhile, or attempted sooner, so nobody waits for longer than a message can.
     */
    Instant lookAgain(Instant waitsSince, Instant now) {
        Duration half = Duration.between(waitsSince, now).dividedBy(2);
        Duration wait = nextAttempt
                .filter(now::isBefore)
                .map(due -> Duration.between(now, due).plus(ATTEMPT))
                .orElse(half.compareTo(SHORTEST) > 0 ? half : SHORTEST);
        return now.plus(NextStep.firstHop(wait));
    }
}
