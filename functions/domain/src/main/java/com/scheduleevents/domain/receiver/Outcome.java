package com.scheduleevents.domain.receiver;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What came of one attempt.
 *
 * @param outcomeClass whether it succeeded, or at what it failed
 * @param statusCode the status that the receiver answered with, or null if no whole answer came in time
 * @param duration from the start of the attempt to its outcome
 * @param retryAfter the value of the answer's {@code Retry-After} header as the receiver wrote it, on 429 and 503 only
 *     and at most {@value #MAX_RETRY_AFTER_LENGTH} characters; null if there was none
 */
public record Outcome(
        OutcomeClass outcomeClass,
        @Nullable Integer statusCode,
        Duration duration,
        @Nullable String retryAfter) {

    /** An HTTP date has 29 characters; what is much longer is no {@code Retry-After} (RFC 9110, section 10.2.3). */
    public static final int MAX_RETRY_AFTER_LENGTH = 64;

    /** Whether the event was delivered. */
    public boolean succeeded() {
        return outcomeClass == OutcomeClass.SUCCEEDED;
    }
}
