package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.receiver.CertificateFault;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An attempt in the delivery log.
 *
 * @param cycle the retry cycle that it belongs to, from 1
 * @param number its number in the retry cycle, from 1
 * @param at when it began
 * @param took how long it took, to the millisecond
 * @param outcome how it ended
 * @param certificateFault what was wrong with the certificate, if TLS failed because of it
 * @param status the HTTP status, when there was a response
 * @param token identifies this attempt among others with the same number, so that a repeated write recognises its own earlier
 *     try
 */
public record LoggedAttempt(
        int cycle,
        int number,
        Instant at,
        Duration took,
        OutcomeClass outcome,
        Optional<CertificateFault> certificateFault,
        OptionalInt status,
        String token) {}
