package com.scheduleevents.simulation.promises;

import java.time.Duration;
import java.time.Instant;

/**
 * A change of a webhook or an API key that the service confirmed.
 *
 * @param account the account of both
 * @param subject the id of the webhook or the key
 * @param action what the audit log calls it
 * @param asked when it was asked for first; any repeat of that request may have had the effect
 * @param confirmed when somebody was told that it is done
 */
public record ConfirmedChange(String account, String subject, String action, Instant asked, Instant confirmed) {

    /** What the clock of a function may be wrong by, and the shortest time that it tells apart. */
    private static final Duration CLOCKS = Duration.ofSeconds(1);

    /** Whether it may have been made at that time, by the clock of a function. */
    boolean mayBeOf(Instant made) {
        return !made.isBefore(asked.minus(CLOCKS)) && !made.isAfter(confirmed.plus(CLOCKS));
    }
}
