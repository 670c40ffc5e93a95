package com.scheduleevents.domain.receiver;

import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an attempt.
 *
 * @param outcomeClass whether it succeeded, or how it failed
 * @param statusCode the status of the response; null when no response arrived in time. Of {@link OutcomeClass#NO_TOKEN}, that of the
 *     authorization server
 * @param duration from the start of the attempt to its outcome
 * @param retryAfter how long the receiver asked to wait, counted from its response, with status 429 and 503 only (RFC 9110, section
 *     10.2.3); positive and possibly very long; null when the header is missing or malformed
 * @param certificateFault what is wrong with the certificate, if TLS failed because of it; null otherwise
 * @param response the start of the response, if its request captures that; null otherwise
 */
public record AttemptOutcome(
        OutcomeClass outcomeClass,
        @Nullable Integer statusCode,
        Duration duration,
        @Nullable Duration retryAfter,
        @Nullable CertificateFault certificateFault,
        @Nullable CapturedResponse response) {

    /** An outcome without a certificate fault and a captured response. */
    public AttemptOutcome(
            OutcomeClass outcomeClass, @Nullable Integer statusCode, Duration duration, @Nullable Duration retryAfter) {
        this(outcomeClass, statusCode, duration, retryAfter, null, null);
    }

    /** The same outcome with the response that was captured. */
    public AttemptOutcome with(CapturedResponse captured) {
        return new AttemptOutcome(outcomeClass, statusCode, duration, retryAfter, certificateFault, captured);
    }

    /** The same outcome without a response. */
    public AttemptOutcome withoutResponse() {
        return new AttemptOutcome(outcomeClass, statusCode, duration, retryAfter, certificateFault, null);
    }

    /** Whether the event was delivered. */
    public boolean succeeded() {
        return outcomeClass == OutcomeClass.SUCCEEDED;
    }

    /** The status of the response, when there was one. */
    public OptionalInt status() {
        return statusCode == null ? OptionalInt.empty() : OptionalInt.of(statusCode);
    }

    /** The class with its details, for the log: {@code status 503}, {@code tls expired}, {@code timeout}. */
    public String summary() {
        String detail = statusCode != null
                ? " " + statusCode
                : certificateFault != null ? " " + certificateFault.wireName() : "";
        return outcomeClass.wireName() + detail;
    }
}
