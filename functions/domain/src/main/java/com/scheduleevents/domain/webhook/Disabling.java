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
    String reason();

    /**
     * The owner requested it.
     *
     * @param at when the webhook was disabled
     */
    record Requested(Instant at) implements Disabling {
        @Override
        public String reason() {
            return "requested";
        }
    }

    /**
     * The API key that registered the webhook was revoked.
     *
     * @param at when the webhook was disabled
     */
    record KeyRevoked(Instant at) implements Disabling {
        @Override
        public String reason() {
            return "key_revoked";
        }
    }

    /**
     * The last attempt of a delivery failed (specification, section 3).
     *
     * @param at when the webhook was disabled
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
            implements Disabling {
        @Override
        public String reason() {
            return "retries_exhausted";
        }
    }
}
