package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * Why a webhook was disabled: the last attempt of a delivery failed (specification, section 3).
 *
 * @param at when
 * @param event the event that could not be delivered
 * @param failingSince when that delivery was attempted first
 * @param attempts how often it was attempted
 * @param lastOutcome what came of the last attempt
 * @param lastStatus the HTTP status of the last attempt, when there was an answer
 */
public record Disabling(
        Instant at,
        EventId event,
        Instant failingSince,
        int attempts,
        OutcomeClass lastOutcome,
        OptionalInt lastStatus) {

    /** The value of {@code disabled_reason} in the API. */
    public static final String REASON = "retries_exhausted";
}
