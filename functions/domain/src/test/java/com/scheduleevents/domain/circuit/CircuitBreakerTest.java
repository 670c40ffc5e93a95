package com.scheduleevents.domain.circuit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.domain.circuit.CircuitBreaker.ProbeResult;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.WaitNotice;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the rules of the circuit breaker, as docs/delivery-internals.md lists them. */
final class CircuitBreakerTest extends CircuitBreakerFixture {

    @Test
    void successOfAHealthyWebhookWritesNothing() {
        assertThat(RULES.afterAttempt(Health.UNKNOWN, success(T))).isEmpty();
        assertThat(RULES.afterAttempt(draining(10), success(T))).isEmpty();
    }

    @Test
    void failureBeginsAnEpisodeAndMakesTheWarningDue() {
        assertThat(failing.failures().score()).isEqualTo(1);
        assertThat(failing.failingSince()).contains(T);
        assertThat(failing.dueAt()).contains(T.plus(HOUR));
        Health second = failed(failing, T.plusSeconds(9));
        assertThat(second.failures().count()).isEqualTo(2);
        assertThat(second.failingSince()).contains(T);
        assertThat(second.dueAt()).contains(T.plus(HOUR));
    }

    @Test
    void successHalvesTheScoreAndEndsTheEpisodeAtZero() {
        Health row = failed(5);

        Health first = succeeded(row);
        assertThat(first.failures().score()).isEqualTo(2);
        assertThat(first.failures().count()).isEqualTo(5);
        assertThat(first.failingSince()).contains(T);
        Health second = succeeded(first);
        assertThat(second.failures().score()).isEqualTo(1);
        HealthChange last =
                RULES.afterAttempt(second, success(T.plusSeconds(7))).orElseThrow();
        assertThat(last.rule()).isEqualTo(Rule.RECOVERED);
        assertThat(last.health().isFailing()).isFalse();
        assertThat(last.health().failures()).isEqualTo(Health.Failures.NONE);
        assertThat(last.health().healthySince()).contains(T.plusSeconds(7));
    }

    @Test
    void failureOfAnAttemptThatBeganBeforeTheRecoveryDoesNotCount() {
        Health recovered = succeeded(failing, T.plusSeconds(5));

        assertThat(afterFailure(recovered, T.plusSeconds(5))).isEmpty();
        assertThat(afterFailure(recovered, T.plusSeconds(6))).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"9, false", "10, true"})
    void tenFailuresInARowOpenTheCircuit(int failures, boolean open) {
        Health row = failed(failures);

        assertThat(row.isCircuitOpen()).isEqualTo(open);
        if (open) {
            assertThat(row.circuit()).isEqualTo(new Circuit.Open(Duration.ofSeconds(10)));
            assertThat(row.dueAt()).contains(T.plusSeconds(9).plusSeconds(10));
            assertThat(failed(row, T.plusSeconds(20)).circuit()).isEqualTo(row.circuit());
        }
    }

    @ParameterizedTest(name = "{0} of {1} attempts fail: opens {2}")
    @CsvSource({"9, 10, true", "8, 10, false", "1, 2, false"})
    void receiverThatFailsMostOfTheTimeOpensTheCircuit(int failing, int of, boolean opens) {
        Health row = Health.UNKNOWN;
        for (int n = 0; n < 10_000 && !row.isCircuitOpen(); n++) {
            // Spread evenly, so that chance decides nothing.
            boolean fails = (n + 1) * failing / of > n * failing / of;
            Instant at = T.plusSeconds(n);
            row = fails ? failed(row, at) : succeeded(row, at);
        }

        assertThat(row.isCircuitOpen()).isEqualTo(opens);
    }

    @Test
    void aDrainedBacklogIsHeldBackByAFailureASlowReceiverAndALateDelivery() {
        Health draining = draining(40);

        assertThat(drain(failed(draining, T)).strained()).isTrue();
        assertThat(drain(RULES.afterAttempt(draining, success(T, true, false))
                                .orElseThrow()
                                .health())
                        .strained())
                .isTrue();
        HealthChange late =
                RULES.afterAttempt(draining, success(T, false, true)).orElseThrow();
        assertThat(late.rule()).isEqualTo(Rule.MEASURED);
        assertThat(drain(late.health()).strained()).isTrue();
        // One is enough until the next step.
        assertThat(RULES.afterAttempt(late.health(), success(T, false, true))).isEmpty();
        // A receiver that has long been slow is not becoming slower.
        assertThat(RULES.afterAttempt(draining.withSlow(true), success(T, true, false)))
                .isEmpty();
    }

    @Test
    void successOfARetryCutsALongWaitShortAndLeavesARunningProbeAlone() {
        Health waiting =
                failed(10).withCircuit(new Circuit.Open(HOUR), T.plus(LEASE).plusSeconds(1));
        Health probed = failed(10).withCircuit(new Circuit.Open(HOUR), T.plus(LEASE));

        assertThat(succeeded(waiting, T).dueAt()).contains(T);
        assertThat(succeeded(probed, T).dueAt()).isEqualTo(probed.dueAt());
    }

    @Test
    void probesTryTwiceAsManyAfterEachSuccessAndThreeCloseTheCircuit() {
        Health open = failed(10);
        Health row = probed(open, 1, 1);
        for (int tried : new int[] {2, 4, 8}) {
            assertThat(row.circuit().state().wireName()).isEqualTo("half_open");
            assertThat(CircuitBreaker.deliveriesOfProbe(row.circuit())).isEqualTo(tried);
            row = probed(row, tried, tried);
        }

        assertThat(row.isCircuitOpen()).isFalse();
        assertThat(drain(row).pace()).isEqualTo(BacklogDrain.INCREASE);
        assertThat(row.expeditesRetries(T.minusMillis(1))).isTrue();
        assertThat(CircuitBreaker.deliveriesOfProbe(open.circuit())).isEqualTo(1);
    }

    @Test
    void probeIsOneWriteTogetherWithItsAttempts() {
        Health open = failed(10);
        HealthChange failed = afterProbe(open, 1, 0);
        assertThat(failed.rule()).isEqualTo(Rule.PROBE_FAILED);
        assertThat(failed.health().failures().count()).isEqualTo(11);
        assertThat(afterProbe(open, 1, 1).health().failures().score()).isEqualTo(5);

        Health halfOpen = warned(open).withCircuit(new Circuit.HalfOpen(2, Duration.ofSeconds(10)), T.plus(LEASE));
        HealthChange closed = afterProbe(halfOpen, 8, 8);
        assertThat(closed.rule()).isEqualTo(Rule.CLOSED);
        assertThat(closed.health().isFailing()).isFalse();
        assertThat(closed.mails()).containsExactly(DueMail.recovered(T));
    }

    @Test
    void attemptsOfAProbeMayMakeSeveralMailsDue() {
        Health halfOpen = warned(failed(10)).withCircuit(new Circuit.HalfOpen(1, HOUR), T.plus(LEASE));
        Instant soon = T.plusSeconds(1);
        Observation rejected = failure(OTHER, T.minus(HOUR), 5, soon, Optional.of(soon.plus(HOUR)));
        ProbeResult result = new ProbeResult(5, 0, List.of(success(T), success(T), success(T), success(T), rejected));

        assertThat(RULES.afterProbe(halfOpen, T.plus(LEASE), result, soon, RANDOM)
                        .orElseThrow()
                        .mails())
                .containsExactlyInAnyOrder(DueMail.recovered(T), DueMail.refused(soon));
    }

    @ParameterizedTest(name = "half-open, {1} of {0} succeed: {2}")
    @CsvSource({"8, 8, CLOSED", "8, 4, CLOSED", "8, 3, PROBE_FAILED", "8, 0, PROBE_FAILED", "0, 0, PROBED_NOTHING"})
    void mostOfAProbeDecides(int attempted, int succeeded, Rule expected) {
        Circuit circuit = new Circuit.HalfOpen(2, Duration.ofSeconds(80));
        Health row = failed(10).withCircuit(circuit, T.plus(LEASE));

        HealthChange change = afterProbe(row, attempted, succeeded);

        assertThat(change.rule()).isEqualTo(expected);
        if (expected == Rule.PROBE_FAILED) {
            assertThat(change.health().circuit()).isEqualTo(new Circuit.Open(Duration.ofSeconds(160)));
        }
        if (expected == Rule.PROBED_NOTHING) {
            assertThat(change.health().circuit()).isEqualTo(circuit);
            assertThat(change.health().dueAt()).isNotEqualTo(row.dueAt());
        }
    }

    @Test
    void probeThatFaultsOfOursKeptFromEveryAttemptLeavesItsLeaseToEnd() {
        Health row = failed(10).withCircuit(new Circuit.HalfOpen(0, Duration.ofSeconds(80)), T.plus(LEASE));

        assertThat(RULES.afterProbe(row, T.plus(LEASE), new ProbeResult(2, 2, List.of()), T, RANDOM))
                .isEmpty();
        assertThat(RULES.afterProbe(
                        row, T.plus(LEASE), new ProbeResult(2, 1, List.of(failure(T, T.plus(HOUR)))), T, RANDOM))
                .map(HealthChange::rule)
                .contains(Rule.PROBE_FAILED);
    }

    @ParameterizedTest
    @CsvSource({"PT10S, PT20S", "PT320S, PT10M", "PT10M, PT10M"})
    void failedProbeDoublesTheWait(Duration wait, Duration next) {
        Health row = failed(10).withCircuit(new Circuit.Open(wait), T.plus(LEASE));

        Health failed = afterProbe(row, 1, 0).health();

        assertThat(failed.circuit()).isEqualTo(new Circuit.Open(next));
        assertThat(Duration.between(T, failed.dueAt().orElseThrow()))
                .isBetween(
                        wait.multipliedBy(9).dividedBy(10),
                        wait.multipliedBy(11).dividedBy(10));
    }

    @Test
    void nothingFollowsAProbeOrAStepWhoseLeaseWasTakenOver() {
        Health open = failed(10);
        Instant other = T.minusSeconds(1);

        assertThat(RULES.afterProbe(open, other, result(1, 1), T, RANDOM)).isEmpty();
        assertThat(RULES.afterEmptyProbe(open, other, T, RANDOM)).isEmpty();
        assertThat(RULES.drain().afterStep(draining(10), other, T)).isEmpty();
        assertThat(RULES.drain().afterEnd(draining(10), other, T)).isEmpty();
        assertThat(RULES.drain().afterLook(failing, other, true, T)).isEmpty();
    }

    @Test
    void circuitOfAQuietWebhookClosesAfterSomeProbes() {
        Health row = failed(10);
        for (int score : new int[] {5, 2, 1}) {
            HealthChange empty = afterEmptyProbe(row);
            assertThat(empty.rule()).isEqualTo(Rule.PROBED_EMPTY);
            assertThat(empty.health().failures().score()).isEqualTo(score);
            assertThat(empty.health().isCircuitOpen()).isTrue();
            row = empty.health();
        }

        HealthChange last = afterEmptyProbe(row);

        assertThat(last.rule()).isEqualTo(Rule.CLOSED);
        assertThat(last.health().circuit()).isEqualTo(new Circuit.Closed());
        // Nothing has shown that the receiver works.
        assertThat(last.health().isFailing()).isTrue();
        assertThat(last.health().expeditesRetries(T)).isFalse();
    }

    @Test
    void halfOpenCircuitClosesWhenItsBacklogIsEmpty() {
        Health halfOpen = failed(10).withCircuit(new Circuit.HalfOpen(0, Duration.ofSeconds(10)), T.plus(LEASE));

        HealthChange closed = afterEmptyProbe(halfOpen);

        assertThat(closed.rule()).isEqualTo(Rule.CLOSED);
        assertThat(closed.health().expeditesRetries(T.minusMillis(1))).isTrue();
    }

    @Test
    void noLeaseIsEverTheSameAsTheOneBefore() {
        Instant lease = T.plus(LEASE);
        Health open = failed(10).withCircuit(new Circuit.Open(HOUR), lease);

        assertThat(RULES.afterProbe(open, lease, result(1, 1), T, RANDOM)
                        .orElseThrow()
                        .health()
                        .dueAt()
                        .orElseThrow())
                .isAfter(lease);
        Health draining = draining(10).withCircuit(draining(10).circuit(), T.plusSeconds(60));
        assertThat(RULES.drain()
                        .afterEnd(draining, T.plusSeconds(60), T)
                        .orElseThrow()
                        .health()
                        .dueAt()
                        .orElseThrow())
                .isAfter(T.plusSeconds(60));
    }

    /** The warning told of it, and a first notice would say nothing new. Who was not warned, or was told more, knows less or more. */
    @ParameterizedTest(name = "warned {0}, backlog {1}, told {2} times: {3}")
    @CsvSource({"true, true, 0, 1", "true, true, 2, 2", "true, false, 0, 0", "false, true, 0, 0"})
    void ownerWhoWasWarnedKnowsOfTheBacklogThatIsLeftAfterARecovery(
            boolean warned, boolean backlog, int told, int after) {
        Health known = warned ? warned(failing) : failing;
        Health read = backlog ? known.withCircuit(new Circuit.Draining(10, false), T.plus(LEASE)) : known;

        Health recovered = succeeded(read.withWaitNotice(
                told == 0 ? Optional.empty() : Optional.of(new WaitNotice(told, T.plusSeconds(1), T.plusSeconds(2)))));

        assertThat(recovered.isFailing()).isFalse();
        assertThat(recovered.waitNotice().map(WaitNotice::number).orElse(0)).isEqualTo(after);
        assertThat(recovered
                        .waitNotice()
                        .map(WaitNotice::since)
                        .filter(T::equals)
                        .isPresent())
                .as("since it fails")
                .isEqualTo(after == 1);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1, 1", "1, 0, 1, 1", "1, 1, 0, 1", "1, 1, 1, 0"})
    void rejectsTimesThatAreNotPositive(long firstWait, long longestWait, long lease, long warnAfter) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CircuitBreaker(
                        Duration.ofSeconds(firstWait),
                        Duration.ofSeconds(longestWait),
                        Duration.ofSeconds(lease),
                        Duration.ofSeconds(warnAfter)));
    }

    @Test
    void openCircuitWaitsForSomeTime() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Circuit.Open(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> new Circuit.HalfOpen(0, Duration.ZERO));
    }

    @Test
    void backlogIsAlwaysDue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Health(
                        0,
                        Health.Failures.NONE,
                        Optional.empty(),
                        new Circuit.Open(HOUR),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
    }
}
