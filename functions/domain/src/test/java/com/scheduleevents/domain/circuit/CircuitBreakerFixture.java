package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.circuit.CircuitBreaker.ProbeResult;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.LoggedDelivery.Dropped;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;

/** The rules of the circuit breaker with the durations of the template, and the health that follows from applying them. */
abstract class CircuitBreakerFixture {

    static final Instant T = Instant.parse("2026-11-21T12:00:00Z");
    static final Duration HOUR = Duration.ofHours(1);
    static final Duration LEASE = Duration.ofMinutes(2);
    static final CircuitBreaker RULES = new CircuitBreaker(Duration.ofSeconds(10), Duration.ofMinutes(10), LEASE, HOUR);
    static final LastFailure FAILURE = new LastFailure(OutcomeClass.TIMEOUT, OptionalInt.empty());
    static final EventId EVENT = new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB");
    static final EventId OTHER = new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC");
    static final Random RANDOM = new Random(1);

    final Health failing = failed(Health.UNKNOWN, T);

    static HealthChange afterEmptyProbe(Health row) {
        return RULES.afterEmptyProbe(row, row.dueAt().orElseThrow(), T, RANDOM).orElseThrow();
    }

    Health failed(int failures) {
        Health row = failing;
        for (int n = 1; n < failures; n++) {
            row = failed(row, T.plusSeconds(n));
        }
        return row;
    }

    static Health failed(Health row, Instant begun) {
        return afterFailure(row, begun).orElseThrow().health();
    }

    static Optional<HealthChange> afterFailure(Health row, Instant begun) {
        return RULES.afterAttempt(row, failure(begun, begun.plus(HOUR.multipliedBy(24))));
    }

    static Health succeeded(Health row) {
        return succeeded(row, T.plusSeconds(60));
    }

    static Health succeeded(Health row, Instant at) {
        return RULES.afterAttempt(row, success(at)).map(HealthChange::health).orElse(row);
    }

    static Observation success(Instant at) {
        return success(at, false, false);
    }

    static Observation success(Instant at, boolean slow, boolean late) {
        LoggedAttempt attempt = attempt(at, OutcomeClass.SUCCEEDED);
        return new Observation(
                delivery(EVENT, DeliveryStatus.SUCCEEDED, at, Optional.empty(), 1, attempt), slow, late, at);
    }

    /** @param next when the next attempt of the delivery is due */
    static Observation failure(Instant begun, Instant next) {
        return failure(EVENT, begun, 1, begun, Optional.of(next));
    }

    static Observation failure(EventId event, Instant first, int number, Instant begun, Optional<Instant> next) {
        DeliveryStatus status = next.isPresent() ? DeliveryStatus.PENDING : DeliveryStatus.FAILED;
        return new Observation(
                delivery(event, status, first, next, number, attempt(begun, FAILURE.outcome())), false, false, begun);
    }

    private static LoggedDelivery delivery(
            EventId event,
            DeliveryStatus status,
            Instant first,
            Optional<Instant> next,
            int number,
            LoggedAttempt last) {
        return new LoggedDelivery(
                event,
                "offer.created",
                Optional.empty(),
                OptionalLong.of(1),
                1,
                number,
                status,
                Optional.of(first),
                next,
                List.of(last),
                Dropped.NONE);
    }

    private static LoggedAttempt attempt(Instant begun, OutcomeClass outcome) {
        return new LoggedAttempt(1, 1, begun, Duration.ZERO, outcome, Optional.empty(), OptionalInt.empty(), "token");
    }

    static Health warned(Health row) {
        return row.with(row.failures().warned(T.plus(HOUR)));
    }

    static RejectedEvent rejected(EventId event, Instant notifiedAt) {
        return new RejectedEvent(event, T, 6, FAILURE, notifiedAt);
    }

    static Health probed(Health row, int attempted, int succeeded) {
        return afterProbe(row, attempted, succeeded).health();
    }

    static HealthChange afterProbe(Health row, int attempted, int succeeded) {
        return RULES.afterProbe(row, row.dueAt().orElseThrow(), result(attempted, succeeded), T, RANDOM)
                .orElseThrow();
    }

    static ProbeResult result(int attempted, int succeeded) {
        return new ProbeResult(
                attempted,
                0,
                IntStream.range(0, attempted)
                        .mapToObj(n -> n < succeeded ? success(T) : failure(T, T.plus(HOUR)))
                        .toList());
    }

    static Health draining(int pace) {
        return draining(new Circuit.Draining(pace, false));
    }

    static Health draining(Circuit.Draining drain) {
        return Health.UNKNOWN.withCircuit(drain, T.plus(LEASE));
    }

    static Circuit.Draining drain(Health row) {
        return (Circuit.Draining) row.circuit();
    }
}
