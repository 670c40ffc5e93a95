package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Instant;
import java.util.OptionalInt;

/** When and why a webhook was disabled. */
public sealed interface Disabling {

    /** When the webhook was disabled. */
    Instant at();

    /** The value of {@code disabled_reason} in the API. */
    default String reason() {
        return switch (this) {
            case Requested _ -> "requested";
            case KeyRevoked _ -> "key_revoked";
            case RetriesExhausted _ -> "retries_exhausted";
            case DeliveriesExpiring _ -> "deliveries_expiring";
        };
    }

    /** Whether the service disabled it by itself. */
    default boolean isByService() {
        return switch (this) {
            case Requested _, KeyRevoked _ -> false;
            case RetriesExhausted _, DeliveriesExpiring _ -> true;
        };
    }

    /** The owner requested it. */
    record Requested(Instant at) implements Disabling {}

    /** The API key that registered the webhook was revoked. */
    record KeyRevoked(Instant at) implements Disabling {}

    /**
     * A delivery has waited in the backlog for almost as long as events are kept, and would soon be lost.
     *
     * @param event the event of that delivery
     * @param waitingSince since when it waits
     */
    record DeliveriesExpiring(Instant at, EventId event, Instant waitingSince) implements Disabling {}

    /**
     * The last attempt of a delivery failed (requirement R25).
     *
     * @param event the event of that delivery
     * @param failingSince when the first attempt of its last retry cycle began
     * @param attempts how many attempts were made since then
     * @param lastOutcome how the last attempt failed
     * @param lastStatus the HTTP status of the last attempt, when there was a response
     */
    record RetriesExhausted(
            Instant at,
            EventId event,
            Instant failingSince,
            int attempts,
            OutcomeClass lastOutcome,
            OptionalInt lastStatus)
            implements Disabling {}
}
