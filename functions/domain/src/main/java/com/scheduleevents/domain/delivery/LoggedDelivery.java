package com.scheduleevents.domain.delivery;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the log knows of a delivery.
 *
 * @param status what it is
 * @param firstAttempt when it was attempted first
 * @param nextAttempt when it is attempted again; empty when it is not
 * @param attempts oldest first; never empty
 */
public record LoggedDelivery(
        DeliveryStatus status, Instant firstAttempt, Optional<Instant> nextAttempt, List<LoggedAttempt> attempts) {

    /** Keeps a copy. */
    public LoggedDelivery {
        attempts = List.copyOf(attempts);
    }

    /** The attempt made last. */
    public LoggedAttempt last() {
        return attempts.getLast();
    }
}
