package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * One attempt as the log keeps it.
 *
 * @param cycle the delivery's run of the retry schedule that it belongs to, from 1
 * @param number in its cycle, from 1
 * @param at when it began
 * @param took how long it took, to the millisecond
 * @param outcome what came of it
 * @param status the HTTP status, when there was an answer
 * @param token tells this very attempt from another with the same number, so that a write whose acknowledgement was lost is
 *     recognised as one's own
 */
public record LoggedAttempt(
        int cycle, int number, Instant at, Duration took, OutcomeClass outcome, OptionalInt status, String token) {}
