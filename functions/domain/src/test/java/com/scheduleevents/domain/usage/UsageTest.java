package com.scheduleevents.domain.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // what it is, how its attempts ended, taken, failed
                "SUCCEEDED, SUCCEEDED,                          1, 0",
                "SUCCEEDED, TIMEOUT STATUS SUCCEEDED,           1, 0",
                "PENDING,   TIMEOUT STATUS,                     0, 0",
                "PENDING,   -,                                  0, 0",
                "FAILED,    TIMEOUT STATUS DNS,                 0, 1",
                "DISMISSED, TIMEOUT,                            0, 1",
                // Sent again after it was taken: counted once, and a failure takes nothing back.
                "SUCCEEDED, SUCCEEDED SUCCEEDED,                1, 0",
                "PENDING,   SUCCEEDED STATUS,                   1, 0",
                "FAILED,    SUCCEEDED STATUS STATUS,            1, 0",
                "DISMISSED, SUCCEEDED STATUS,                   1, 0",
                // Sent again after it had failed: taken after all.
                "SUCCEEDED, STATUS STATUS SUCCEEDED,            1, 0",
            })
    void aDeliveryCountsOnce(DeliveryStatus status, String outcomes, long taken, long failed) {
        CountedDelivery delivery = delivery(status, OptionalLong.of(2), outcomes);

        assertThat(Usage.of(delivery))
                .isEqualTo(new Usage(0, taken, failed, delivery.attempts().size()));
        DeliveryFigures figures = DeliveryFigures.of(delivery, OptionalLong.of(2));
        assertThat(List.of(figures.delivered(), figures.failed(), figures.pending()))
                .containsExactly(taken, failed, 1 - taken - failed);
        assertThat(figures.attempts()).isEqualTo(delivery.attempts().size());
    }

    @Test
    void deliveryThatNothingFollowsIsNotPending() {
        CountedDelivery delivery = delivery(DeliveryStatus.PENDING, OptionalLong.of(2), "TIMEOUT");

        assertThat(DeliveryFigures.of(delivery, OptionalLong.of(2)).pending()).isOne();
        assertThat(DeliveryFigures.of(delivery, OptionalLong.of(3)).failed()).isOne();
        assertThat(DeliveryFigures.of(delivery, OptionalLong.empty()).failed()).isOne();
        assertThat(DeliveryFigures.of(
                                delivery(DeliveryStatus.PENDING, OptionalLong.empty(), "TIMEOUT"), OptionalLong.of(3))
                        .pending())
                .isOne();
    }

    @Test
    void onlyAttemptsThatReachedTheReceiverHaveAResponseTime() {
        DeliveryFigures figures = DeliveryFigures.of(
                delivery(
                        DeliveryStatus.SUCCEEDED,
                        OptionalLong.of(1),
                        "DNS CONNECT TLS REFUSED_ADDRESS UNVERIFIED PROTOCOL TIMEOUT STATUS REDIRECT SUCCEEDED"),
                OptionalLong.of(1));

        assertThat(figures.attempts()).isEqualTo(10);
        assertThat(figures.failedAttempts()).isEqualTo(9);
        assertThat(figures.times().counts().values()).containsExactly(4L);
    }

    @Test
    void figuresAreReadAsTheyWereWritten() {
        DeliveryFigures some = DeliveryFigures.of(
                delivery(DeliveryStatus.FAILED, OptionalLong.of(1), "TIMEOUT STATUS"), OptionalLong.of(1));
        DayFigures day = new DayFigures(new TreeMap<>(Map.of(0, some.plus(some), 23, some)));

        assertThat(day.text()).isEqualTo("0=0 2 0 4 4 12:4;23=0 1 0 2 2 12:2");
        assertThat(DayFigures.parse(day.text())).isEqualTo(day);
        assertThat(DayFigures.parse(DayFigures.NOTHING.text())).isEqualTo(DayFigures.NOTHING);
        assertThatIllegalArgumentException().isThrownBy(() -> DayFigures.parse("0=1 2 3"));
        assertThatIllegalArgumentException().isThrownBy(() -> DayFigures.parse("0=0 2 0 4 4 14"));
        assertThatIllegalArgumentException().isThrownBy(() -> DayFigures.parse("some"));
    }

    private static CountedDelivery delivery(DeliveryStatus status, OptionalLong generation, @Nullable String outcomes) {
        return new CountedDelivery(
                EventId.mint(Instant.EPOCH, new Random(1)),
                Optional.of(new ClinicId("cln_1")),
                status,
                generation,
                outcomes == null
                        ? List.of()
                        : Arrays.stream(outcomes.split(" "))
                                .map(OutcomeClass::valueOf)
                                .map(outcome -> new CountedDelivery.Attempt(outcome, Duration.ofMillis(12)))
                                .toList());
    }
}
