package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Instant;
import java.util.OptionalInt;

/** When and why a webhook was disabled. */
public sealed interface Disabling {

    /** When. */
    Instant at();

    /** The value of {@code disabled_reason} in the API. */
    String reason();

    /**
     * Its owner asked for it.
     *
     * @param at when
     */
    record Requested(Instant at) implements Disabling {
        @Override
        public String reason() {
            return "requested";
        }
    }

    /**
     * The API key that registered it was revoked, and its webhooks with it.
     *
     * @param at when
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
     * @param at when
     * @param event the event that could not be delivered
     * @param failingSince when that delivery was attempted first
     * @param attempts how often it was attempted
     * @param lastOutcome what came of the last attempt
     * @param lastStatus the HTTP status of the last attempt, when there was an answer
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
