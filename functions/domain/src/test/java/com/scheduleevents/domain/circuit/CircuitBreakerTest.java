package com.scheduleevents.domain.circuit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.domain.circuit.CircuitBreaker.ProbeResult;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.Failures;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.OpenCircuit;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every rule of holding, as docs/delivery.md lists them. */
final class CircuitBreakerTest {

    private static final Instant T = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final CircuitBreaker HOLDING =
            new CircuitBreaker(Duration.ofSeconds(10), Duration.ofMinutes(10), Duration.ofMinutes(2), HOUR);
    private static final LastFailure FAILURE = new LastFailure(OutcomeClass.TIMEOUT, OptionalInt.empty());
    private static final EventId EVENT = new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB");
    private static final EventId OTHER = new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PC");
    private static final Random RANDOM = new Random(1);

    private final Health failing =
            HOLDING.afterFailure(Health.UNKNOWN, T, FAILURE).on(Health.UNKNOWN).orElseThrow();

    @Test
    void aSuccessOfAHealthyWebhookWritesNothing() {
        assertThat(HOLDING.afterSuccess(Health.UNKNOWN, T, false)).isEmpty();
        Health heldOnly = new HealthWrite.Opened(new OpenCircuit(1, Duration.ofSeconds(10)), T)
                .on(Health.UNKNOWN)
                .orElseThrow();
        assertThat(HOLDING.afterSuccess(heldOnly, T, true)).isEmpty();
    }

    @Test
    void aFailureBeginsAnEpisodeAndHasTheOwnerWarnedAnHourAfterItsBeginning() {
        assertThat(failing.failures().count()).isEqualTo(1);
        assertThat(failing.failingSince()).contains(T);
        assertThat(failing.probeAt()).contains(T.plus(HOUR));
        Health second = failed(failing, T.plusSeconds(9));
        assertThat(second.failures().count()).isEqualTo(2);
        assertThat(second.failingSince()).contains(T);
        assertThat(second.probeAt()).contains(T.plus(HOUR));
    }

    @Test
    void aFailureOfAnAttemptThatBeganBeforeTheRecoveryDoesNotCount() {
        Health recovered = HOLDING.afterSuccess(failing, T.plusSeconds(5), false)
                .orElseThrow()
                .on(failing)
                .orElseThrow();

        assertThat(recovered.failures().count()).isZero();
        assertThat(recovered.isFailing()).isFalse();
        assertThat(HOLDING.afterFailure(recovered, T.plusSeconds(5), FAILURE).on(recovered))
                .isEmpty();
        assertThat(HOLDING.afterFailure(recovered, T.plusSeconds(6), FAILURE).on(recovered))
                .isPresent();
    }

    @Test
    void aSuccessThatReadAnEarlierEpisodeEndsNoLaterOne() {
        HealthWrite late =
                HOLDING.afterSuccess(failing, T.plusSeconds(5), false).orElseThrow();
        Health recovered = late.on(failing).orElseThrow();
        Health again = failed(recovered, T.plusSeconds(7));

        assertThat(late.on(again)).isEmpty();
        assertThat(late.on(recovered)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"9, false", "10, true", "11, true"})
    void tenFailuresInARowHoldIt(int failures, boolean held) {
        Health row = failed(failures);

        Optional<HealthWrite> write = HOLDING.afterFailures(row, T.plusSeconds(60));

        assertThat(write.isPresent()).isEqualTo(held);
        write.flatMap(w -> w.on(row)).ifPresent(after -> {
            assertThat(after.circuit()).contains(new OpenCircuit(1, Duration.ofSeconds(10)));
            assertThat(after.probeAt()).contains(T.plusSeconds(70));
            assertThat(HOLDING.afterFailures(after, T)).isEmpty();
            assertThat(write.orElseThrow().on(after)).isEmpty();
        });
    }

    @ParameterizedTest(name = "failing for {0}, warned {1}: {2}")
    @CsvSource({"PT59M59S, false, false", "PT1H, false, true", "PT23H, false, true", "PT1H, true, false"})
    void itsOwnerIsWarnedOnceAnEpisode(Duration failingFor, boolean warned, boolean warns) {
        Health row = warned
                ? new HealthWrite.Warned(T, DueMail.warning(T)).on(failing).orElseThrow()
                : failing;

        Optional<HealthWrite> write = HOLDING.warning(row, T.plus(failingFor));

        assertThat(write.isPresent()).isEqualTo(warns);
        write.ifPresent(w -> {
            assertThat(w.mail()).contains(DueMail.warning(T));
            assertThat(w.on(row).flatMap(after -> HOLDING.warning(after, T.plus(failingFor))))
                    .isEmpty();
            assertThat(w.on(Health.UNKNOWN)).isEmpty();
        });
    }

    @Test
    void whoWasWarnedIsToldThatItIsOverAndWhoWasNotIsNot() {
        Health warned =
                new HealthWrite.Warned(T, DueMail.warning(T)).on(failing).orElseThrow();

        assertThat(HOLDING.afterSuccess(warned, T.plus(HOUR), false).flatMap(HealthWrite::mail))
                .contains(DueMail.recovered(T));
        assertThat(HOLDING.afterSuccess(failing, T.plus(HOUR), false).flatMap(HealthWrite::mail))
                .isEmpty();
        assertThat(HOLDING.afterFailure(warned, T, FAILURE))
                .isEqualTo(new HealthWrite.Failed(T, FAILURE, Optional.empty()));
    }

    @ParameterizedTest(name = "failed for {0}, took others {1}, warned {2}, told of another {3} ago: told {4}")
    @CsvSource({
        "PT1H51M, true,  false, ,         true",
        "PT1H,    true,  false, ,         true",
        "PT59M,   true,  false, ,         false",
        "PT1H51M, false, false, ,         false",
        "PT1H51M, true,  true,  ,         false",
        "PT1H51M, true,  false, PT6H,     false",
        "PT1H51M, true,  false, PT6H0.1S, true",
    })
    void itsOwnerIsToldOfAnEventThatItRefusesWhileItTakesOthers(
            Duration failedFor, boolean tookOthers, boolean warned, @Nullable Duration toldAgo, boolean told) {
        Instant now = T.plus(failedFor);
        Health row = refusing(tookOthers, warned, toldAgo == null ? Optional.empty() : Optional.of(now.minus(toldAgo)));

        Optional<HealthWrite> write = HOLDING.afterRejection(row, refusal(EVENT, now));

        assertThat(write.isPresent()).isEqualTo(told);
        write.ifPresent(w -> {
            assertThat(w.mail()).contains(DueMail.refused(now));
            Health after = w.on(row).orElseThrow();
            assertThat(after.rejectedEvent()).contains(refusal(EVENT, now));
            // However many senders come upon such events at once, the first alone tells.
            assertThat(w.on(after)).isEmpty();
            assertThat(HOLDING.afterRejection(after, refusal(OTHER, now.plusSeconds(1))))
                    .isEmpty();
            // Of one event never twice, however late.
            assertThat(HOLDING.afterRejection(after, refusal(EVENT, now.plus(HOUR.multipliedBy(20)))))
                    .isEmpty();
        });
    }

    /** The first attempt failed, and after it ended others succeeded, or none. */
    private Health refusing(boolean tookOthers, boolean warned, Optional<Instant> toldAt) {
        Health row = failing;
        if (tookOthers) {
            row = failed(
                    HOLDING.afterSuccess(row, T.plusSeconds(2), false)
                            .orElseThrow()
                            .on(row)
                            .orElseThrow(),
                    T.plusSeconds(10));
        }
        if (warned) {
            Instant episode = row.failingSince().orElseThrow();
            row = new HealthWrite.Warned(episode, DueMail.warning(episode))
                    .on(row)
                    .orElseThrow();
        }
        return toldAt.isPresent()
                ? new HealthWrite.Refused(refusal(OTHER, toldAt.get()), T)
                        .on(row)
                        .orElseThrow()
                : row;
    }

    private static RejectedEvent refusal(EventId event, Instant toldAt) {
        return new RejectedEvent(event, T, 6, FAILURE, toldAt);
    }

    @Test
    void aRetryThatSucceedsHasWhatIsParkedLookedAtNowAndACheckDoesThatItself() {
        Health held = held(failed(10));
        Instant now = T.plusSeconds(300);

        assertThat(HOLDING.afterSuccess(held, now, false)
                        .orElseThrow()
                        .on(held)
                        .orElseThrow()
                        .probeAt())
                .contains(now);
        assertThat(HOLDING.afterSuccess(held, now, true)
                        .orElseThrow()
                        .on(held)
                        .orElseThrow()
                        .probeAt())
                .isEqualTo(held.probeAt());
    }

    @ParameterizedTest(name = "{0} at pace {1} after a wait of {2}: pace {3}, next wait {4}")
    @CsvSource({
        "ONE_SUCCEEDED, 1, PT80S, 2, PT10S",
        "ONE_SUCCEEDED, 32, PT10S, 50, PT10S",
        "ONE_SUCCEEDED, 50, PT10S, 50, PT10S",
        "NONE_ATTEMPTED, 4, PT20S, 4, PT20S",
        "ALL_FAILED, 8, PT10S, 1, PT20S",
        "ALL_FAILED, 1, PT320S, 1, PT10M",
        "ALL_FAILED, 1, PT10M, 1, PT10M",
    })
    void aCheckGoesOnFasterAsLongAsOneSucceeds(
            ProbeResult released, int pace, Duration backOff, int nextPace, Duration nextBackOff) {
        HealthWrite.Paced paced =
                HOLDING.afterProbe(T, new OpenCircuit(pace, backOff), released, T.plusSeconds(1), RANDOM);

        assertThat(paced.lease()).isEqualTo(T);
        assertThat(paced.circuit()).isEqualTo(new OpenCircuit(nextPace, nextBackOff));
        Duration wait = Duration.between(T.plusSeconds(1), paced.probeAt());
        if (released == ProbeResult.ALL_FAILED) {
            assertThat(wait)
                    .isBetween(
                            backOff.multipliedBy(9).dividedBy(10),
                            backOff.multipliedBy(11).dividedBy(10));
        } else {
            // The lease of the probe that follows at once.
            assertThat(wait).isEqualTo(Duration.ofMinutes(2));
        }
    }

    @Test
    void aHoldIsClosedInTwoSteps() {
        Health held = held(failed(10));
        Instant lease = held.probeAt().orElseThrow();
        HealthWrite.Closed closing = HOLDING.closing(lease, held, T.plusSeconds(100));
        Health closed = closing.on(held).orElseThrow();

        assertThat(closed.isCircuitOpen()).isFalse();
        assertThat(closed.probeAt()).contains(T.plusSeconds(160)).contains(closing.probeAt());
        assertThat(closed.expeditesRetries(T)).isFalse();

        HealthWrite reopened = HOLDING.afterSecondLook(closing.probeAt(), closed, true, T.plusSeconds(101));
        assertThat(reopened.on(closed).orElseThrow().isCircuitOpen()).isTrue();
        HealthWrite settled = HOLDING.afterSecondLook(closing.probeAt(), closed, false, T.plusSeconds(101));
        // Failing still, and its owner not warned yet.
        assertThat(settled.on(closed).orElseThrow().probeAt()).contains(T.plus(HOUR));
        Health healthy = HOLDING.afterSuccess(closed, T.plusSeconds(99), false)
                .orElseThrow()
                .on(closed)
                .orElseThrow();
        assertThat(HOLDING.afterSecondLook(closing.probeAt(), healthy, false, T)
                        .on(healthy)
                        .orElseThrow()
                        .probeAt())
                .isEmpty();
        // Whoever looked since makes both void.
        Health leased = new HealthWrite.Leased(closing.probeAt(), T.plusSeconds(500))
                .on(closed)
                .orElseThrow();
        assertThat(reopened.on(leased)).isEmpty();
        assertThat(settled.on(leased)).isEmpty();
    }

    @Test
    void theEndOfAHoldCallsWaitingRetriesBackWhenTheReceiverIsBackAndNotWhenNothingWasParkedAnyMore() {
        Health back = HOLDING.afterSuccess(held(failed(10)), T.plusSeconds(99), true)
                .orElseThrow()
                .on(held(failed(10)))
                .orElseThrow();
        Health closed = HOLDING.closing(back.probeAt().orElseThrow(), back, T.plusSeconds(100))
                .on(back)
                .orElseThrow();

        assertThat(closed.expeditesRetries(T.plusSeconds(99))).isTrue();
        assertThat(closed.expeditesRetries(T.plusSeconds(100))).isFalse();
    }

    @Test
    void noLeaseIsEverTheSameAsTheOneBefore() {
        Instant lease = HOLDING.leaseFrom(T);

        assertThat(HOLDING.afterProbe(lease, new OpenCircuit(1, HOUR), ProbeResult.ONE_SUCCEEDED, T, RANDOM)
                        .probeAt())
                .isAfter(lease);
        assertThat(HOLDING.closing(T.plusSeconds(60), failing, T).probeAt()).isAfter(T.plusSeconds(60));
    }

    @Test
    void whatIsHeldIsAlwaysDue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Health(
                        new Failures(10, Optional.of(T), Optional.empty(), Optional.empty()),
                        Optional.empty(),
                        Optional.of(new OpenCircuit(1, HOUR)),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        Optional.empty()));
    }

    private Health failed(int failures) {
        Health row = failing;
        for (int n = 1; n < failures; n++) {
            row = failed(row, T.plusSeconds(n));
        }
        return row;
    }

    private static Health failed(Health row, Instant begun) {
        return HOLDING.afterFailure(row, begun, FAILURE).on(row).orElseThrow();
    }

    private static Health held(Health row) {
        return HOLDING.afterFailures(row, T.plusSeconds(60))
                .orElseThrow()
                .on(row)
                .orElseThrow();
    }
}
