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
        };
    }

    /** The owner requested it. */
    record Requested(Instant at) implements Disabling {}

    /** The API key that registered the webhook was revoked. */
    record KeyRevoked(Instant at) implements Disabling {}

    /**
     * The last attempt of a delivery failed (specification, section 3).
     *
     * @param event the event of that delivery
     * @param failingSince when its first attempt began
     * @param attempts how many attempts were made
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
