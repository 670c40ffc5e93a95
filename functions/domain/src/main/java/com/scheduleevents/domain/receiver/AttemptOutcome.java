package com.scheduleevents.domain.receiver;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What came of one attempt.
 *
 * @param outcomeClass whether it succeeded, or at what it failed
 * @param statusCode the status that the receiver answered with, or null if no whole answer came in time
 * @param duration from the start of the attempt to its outcome
 * @param retryAfter how long the receiver asked to be left alone, counted from its answer, on 429 and 503 only (RFC 9110,
 *     section 10.2.3); positive and possibly far too long; null if it did not ask, or in no form that can be read
 * @param certificateFault what was wrong with the certificate, where that was why TLS failed; null otherwise
 */
public record AttemptOutcome(
        OutcomeClass outcomeClass,
        @Nullable Integer statusCode,
        Duration duration,
        @Nullable Duration retryAfter,
        @Nullable CertificateFault certificateFault) {

    /** An outcome that no certificate was the reason of. */
    public AttemptOutcome(
            OutcomeClass outcomeClass, @Nullable Integer statusCode, Duration duration, @Nullable Duration retryAfter) {
        this(outcomeClass, statusCode, duration, retryAfter, null);
    }

    /** Whether the event was delivered. */
    public boolean succeeded() {
        return outcomeClass == OutcomeClass.SUCCEEDED;
    }

    /** The class with what is known besides, for the log: {@code status 503}, {@code tls expired}, {@code timeout}. */
    public String summary() {
        String detail = statusCode != null
                ? " " + statusCode
                : certificateFault != null ? " " + certificateFault.wireName() : "";
        return outcomeClass.wireName() + detail;
    }
}
