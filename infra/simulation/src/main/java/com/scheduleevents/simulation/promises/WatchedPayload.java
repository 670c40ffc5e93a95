package com.scheduleevents.simulation.promises;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Whether the deliveries of a webhook are to be thin, as its owner asked for it over time. */
public final class WatchedPayload {

    /** An attempt for which the webhook was read just before a change was confirmed may still be under way. */
    private static final Duration UNDER_WAY = Duration.ofMinutes(2);

    private boolean thin;
    private boolean isChanging;
    private Instant certainFrom = Instant.MIN;

    WatchedPayload(boolean thin) {
        this.thin = thin;
    }

    /** Its owner is about to ask for the one or the other: the service may follow long before its response arrives. */
    public void isChanging() {
        isChanging = true;
    }

    /** The service confirmed what it is set to. */
    public void isSet(boolean toThin, Instant now) {
        thin = toThin;
        isChanging = false;
        certainFrom = now.plus(UNDER_WAY);
    }

    /** Whether what arrives at that time has to be thin; empty while it may be either. */
    Optional<Boolean> isThin(Instant now) {
        return isChanging || now.isBefore(certainFrom) ? Optional.empty() : Optional.of(thin);
    }
}
