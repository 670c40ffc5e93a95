package com.scheduleevents.domain.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.delivery.LoggedDelivery.Dropped;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a row of the delivery log keeps after any number of retry cycles. */
final class LoggedDeliveryTest extends NextStepFixture {

    /** It was billed for, and counts as succeeded, whatever followed. */
    @Test
    void keepsTheFirstSuccessAndTheCountsOfTheAttemptsThatItForgets() {
        LoggedDelivery row = delivery(40, Set.of(3, 5), 2);

        LoggedDelivery trimmed = row.trimmed();

        assertThat(trimmed.attempts())
                .extracting(LoggedAttempt::token)
                .startsWith("t3", "t8", "t9")
                .endsWith("t41", "t42")
                .hasSize(1 + 33 + 2);
        assertThat(trimmed.dropped()).isEqualTo(new Dropped(6, 5));
        assertThat(trimmed.attemptsMade()).isEqualTo(row.attemptsMade());
        assertThat(trimmed.attemptsFailed()).isEqualTo(row.attemptsFailed());
    }

    @ParameterizedTest
    @CsvSource({"66, false", "67, true"})
    void isTrimmedAfterManyAttempts(int attempts, boolean trimmable) {
        assertThat(delivery(attempts, Set.of(), 0).isTrimmable()).isEqualTo(trimmable);
    }

    /** Which decides when the owner is told of it, and when its webhook is disabled. */
    @Test
    void deliveryWaitsSinceItsFirstMessageAndInTheNextRetryCycleSinceThatBegan() {
        DeliveryMessage first = message(1, 1, NOW);
        LoggedDelivery failed = LoggedDelivery.attempted(
                first,
                new AttemptOutcome(OutcomeClass.TIMEOUT, null, Duration.ZERO, null),
                NOW,
                Optional.of(NOW.plus(WAIT)),
                "token");

        assertThat(first.next(failed).waitsSince()).isEqualTo(NOW);
        assertThat(first.next(failed.nextCycle(3, NOW.plusSeconds(60))).waitsSince())
                .isEqualTo(NOW.plusSeconds(60));
    }

    /** @param succeeded the numbers of those that succeeded */
    private static LoggedDelivery delivery(int earlier, Set<Integer> succeeded, int made) {
        List<LoggedAttempt> attempts = IntStream.rangeClosed(1, earlier + made)
                .mapToObj(n -> new LoggedAttempt(
                        n <= earlier ? 1 : 2,
                        n,
                        NOW,
                        Duration.ZERO,
                        succeeded.contains(n) ? OutcomeClass.SUCCEEDED : OutcomeClass.TIMEOUT,
                        Optional.empty(),
                        OptionalInt.empty(),
                        "t" + n))
                .toList();
        return new LoggedDelivery(
                EVENT.id(),
                EVENT.type(),
                Optional.of(HARBOUR),
                OptionalLong.of(1),
                2,
                made,
                DeliveryStatus.PENDING,
                Optional.of(NOW),
                Optional.empty(),
                attempts,
                Dropped.NONE);
    }
}
