package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.circuit.CircuitBreaker.Pace;
import com.scheduleevents.domain.circuit.CircuitBreaker.ProbeResult;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthChange;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;

/** The rules of the circuit breaker with the durations of the template, and the health that follows from applying them. */
abstract class CircuitBreakerFixture {

    static final Instant T = Instant.parse("2026-11-21T12:00:00Z");
    static final Duration HOUR = Duration.ofHours(1);
    static final Duration LEASE = Duration.ofMinutes(2);
    static final CircuitBreaker RULES = new CircuitBreaker(Duration.ofSeconds(10), Duration.ofMinutes(10), LEASE, HOUR);
    static final LastFailure FAILURE = new LastFailure(OutcomeClass.TIMEOUT, OptionalInt.empty());
    static final EventId EVENT = new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB");
    static final EventId OTHER = new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC");
    static final Pace FAST = new Pace(false, false);
    static final Random RANDOM = new Random(1);

    final Health failing = failed(Health.UNKNOWN, T);

    static HealthChange afterEmptyProbe(Health row) {
        return RULES.afterEmptyProbe(row, row.probeAt().orElseThrow(), T, RANDOM)
                .orElseThrow();
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
        return RULES.afterFailure(row, new RejectedEvent(EVENT, begun, 1, FAILURE, begun), begun, true, FAST);
    }

    static Health succeeded(Health row) {
        return succeeded(row, T.plusSeconds(60));
    }

    static Health succeeded(Health row, Instant at) {
        return RULES.afterSuccess(row, FAST, at).map(HealthChange::health).orElse(row);
    }

    static Health warned(Health row) {
        return row.with(row.failures().warned());
    }

    static RejectedEvent rejected(EventId event, Instant notifiedAt) {
        return new RejectedEvent(event, T, 6, FAILURE, notifiedAt);
    }

    static Health probed(Health row, int attempted, int succeeded) {
        return afterProbe(row, attempted, succeeded).health();
    }

    static HealthChange afterProbe(Health row, int attempted, int succeeded) {
        return RULES.afterProbe(row, row.probeAt().orElseThrow(), new ProbeResult(attempted, succeeded), T, RANDOM)
                .orElseThrow();
    }

    static Health draining(int pace) {
        return draining(new Circuit.Draining(pace, false, Optional.empty(), false));
    }

    static Health draining(Circuit.Draining drain) {
        return Health.UNKNOWN.withCircuit(drain, T.plus(LEASE));
    }

    static Circuit.Draining drain(Health row) {
        return (Circuit.Draining) row.circuit();
    }
}
