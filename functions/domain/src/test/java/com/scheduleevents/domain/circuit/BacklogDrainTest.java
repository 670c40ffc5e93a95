package com.scheduleevents.domain.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests every rule of the drain, as docs/delivery-internals.md lists them. */
final class BacklogDrainTest {

    private static final Instant T = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration LEASE = Duration.ofMinutes(2);
    private static final BacklogDrain RULES = new BacklogDrain(new Leases(LEASE), new OwnerWarnings(HOUR));
    private static final Health OPEN = Health.UNKNOWN.withCircuit(new Circuit.Open(HOUR), T.plus(LEASE));
    private static final Random RANDOM = new Random(1);

    @ParameterizedTest(name = "pace {0}, strained {1}: {2}")
    @CsvSource({"10, false, 20", "490, false, 500", "500, false, 500", "500, true, 250", "1, true, 1"})
    void drainGoesFasterStepByStepAndHalfAsFastUnderStrain(int pace, boolean strained, int next) {
        Circuit.Draining drain = new Circuit.Draining(pace, strained);

        Health after =
                RULES.afterStep(draining(drain), T.plus(LEASE), T).orElseThrow().health();

        assertThat(after.circuit()).isEqualTo(new Circuit.Draining(next, false));
        assertThat(after.dueAt()).isNotEqualTo(Optional.of(T.plus(LEASE)));
    }

    /** Steps have a turn of their own in the queue, so deliveries that are late alone show that the drain is too fast. */
    @ParameterizedTest(name = "{0} late, failing {1}: {2}")
    @CsvSource({"PT0S, false, 50", "PT5S, false, 50", "PT6S, false, 100", "PT10M, false, 100", "PT6S, true, 50"})
    void drainIsNotSlowedDownWhereTheQueueWasLate(Duration late, boolean failing, int next) {
        Health row = draining(new Circuit.Draining(100, true));
        Health read = failing
                ? row.with(row.failures()
                        .plus(T, T.plus(HOUR), new Health.LastFailure(OutcomeClass.TIMEOUT, OptionalInt.empty()), 10))
                : row;

        Health after =
                RULES.afterStep(read, T.plus(LEASE), T.plus(late)).orElseThrow().health();

        assertThat(drain(after).pace()).isEqualTo(next);
    }

    @ParameterizedTest(name = "{0} a second, pauses of {1} seconds")
    @CsvSource({"1, 0", "10, 0", "800, 0", "1000, 0", "10, 30", "800, 30"})
    void stepsMoveWhatTheLimitAllowsAndNoBurstAfterAPause(int limit, int pause) {
        int burst = 2 * limit;
        Health row = draining(BacklogDrain.FASTEST);
        Instant begun = T;
        double held = 0;
        int moved = 0;
        for (int step = 0; step < 46; step++) {
            Duration since = Duration.ofMillis(step % 10 == 9 ? 1_300 + 1_000 * pause : 1_300);
            begun = begun.plus(since);
            Instant lease = row.dueAt().orElseThrow();
            int deliveries = RULES.deliveriesOfStep(drain(row), lease, OptionalInt.of(limit), begun);
            row = RULES.afterStep(row, lease, begun).orElseThrow().health();
            moved += deliveries;
            held = Math.max(0, held - since.toMillis() * limit / 1e3) + deliveries;
            assertThat(held).isLessThan(burst + 1);
        }

        assertThat(moved).isBetween(46 * 13 * limit / 10, 46 * 13 * limit / 10 + 4 * burst);
    }

    /** The steps of a drain run in several environments. */
    @ParameterizedTest(name = "{0} a second")
    @ValueSource(ints = {1, 10, 1000})
    void stepsMoveNoMoreThanTheLimitAllowsWhereClocksDiffer(int limit) {
        int steps = 60;
        Health row = draining(BacklogDrain.FASTEST);
        int moved = 0;
        for (int step = 1; step <= steps; step++) {
            Instant begun = T.plusMillis(1_000 * step + (step % 2 == 0 ? 450 : -450));
            Instant lease = row.dueAt().orElseThrow();
            moved += RULES.deliveriesOfStep(drain(row), lease, OptionalInt.of(limit), begun);
            row = RULES.afterStep(row, lease, begun).orElseThrow().health();
        }

        assertThat(moved).isBetween((steps - 2) * limit, (steps + 2) * limit);
    }

    @Test
    void limitedDrainIsNoFasterThanItsPaceWhileThatRises() {
        Circuit.Draining slow = new Circuit.Draining(20, false);

        assertThat(RULES.deliveriesOfStep(slow, T.plus(LEASE), OptionalInt.of(100), T.plusSeconds(1)))
                .isEqualTo(20);
        assertThat(RULES.deliveriesOfStep(slow, T.plus(LEASE), OptionalInt.empty(), T.plusSeconds(1)))
                .isEqualTo(20);
        assertThat(RULES.deliveriesOfStep(slow, T.plus(LEASE), OptionalInt.of(5), T.plusMillis(20)))
                .as("the first step follows at once")
                .isEqualTo(5);
    }

    @Test
    void drainEndsInTwoStepsSoThatNoDeliveryStaysBehind() {
        Health draining = draining(10);

        Health ended = RULES.afterEnd(draining, T.plus(LEASE), T).orElseThrow().health();
        assertThat(ended.circuit()).isEqualTo(new Circuit.Closed());
        Instant lease = ended.dueAt().orElseThrow();

        HealthChange found = RULES.afterLook(ended, lease, true, T).orElseThrow();
        assertThat(found.rule()).isEqualTo(Rule.DRAIN_STARTED);
        assertThat(found.health().circuit()).isInstanceOf(Circuit.Draining.class);
        HealthChange nothing = RULES.afterLook(ended, lease, false, T).orElseThrow();
        assertThat(nothing.rule()).isEqualTo(Rule.SETTLED);
        assertThat(nothing.health().dueAt()).isEmpty();
    }

    @Test
    void backlogOfAClosedCircuitIsDrained() {
        HealthChange started = RULES.afterExcess(Health.UNKNOWN, T, RANDOM).orElseThrow();

        assertThat(started.rule()).isEqualTo(Rule.DRAIN_STARTED);
        assertThat(started.health().dueAt()).isPresent();
        assertThat(RULES.afterExcess(started.health(), T.plusSeconds(1), RANDOM))
                .isEmpty();
        assertThat(RULES.afterExcess(OPEN, T, RANDOM)).isEmpty();
        for (Circuit other : List.of(new Circuit.HalfOpen(0, HOUR), new Circuit.Pulled(Optional.empty()))) {
            assertThat(RULES.afterExcess(OPEN.withCircuit(other), T, RANDOM)).isEmpty();
        }
    }

    private static Health draining(int pace) {
        return draining(new Circuit.Draining(pace, false));
    }

    private static Health draining(Circuit.Draining drain) {
        return Health.UNKNOWN.withCircuit(drain, T.plus(LEASE));
    }

    private static Circuit.Draining drain(Health row) {
        return (Circuit.Draining) row.circuit();
    }
}
