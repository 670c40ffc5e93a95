package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.metrics.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The metrics of deliveries whose course is known. */
final class SenderMetricsTest {

    private static final long DAY = Duration.ofDays(1).toSeconds();

    @Test
    void countsADeliveryThatSucceedsAtOnce() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.now = SenderFixture.START.plusSeconds(3);

        sender.handle(SenderFixture.first(7));

        assertThat(counted(sender))
                .isEqualTo(Map.of(
                        Metric.ATTEMPTS_SUCCEEDED, 1L,
                        Metric.DELIVERIES_SUCCEEDED, 1L,
                        Metric.FIRST_ATTEMPT_WAIT, 3L));
    }

    @Test
    void countsADeliveryThatNeverSucceeds() {
        SenderFixture sender = new SenderFixture(_ -> false);

        sender.handleToTheEnd(SenderFixture.first(7));

        // The tenth failure in a row opens the circuit; there is no other delivery for the backlog.
        assertThat(counted(sender))
                .isEqualTo(Map.of(
                        Metric.ATTEMPTS_STATUS, 11L,
                        Metric.FIRST_ATTEMPT_WAIT, 0L,
                        Metric.OLDEST_UNDELIVERED, DAY,
                        Metric.CIRCUITS_OPENED, 1L,
                        Metric.WEBHOOKS_DISABLED, 1L));
    }

    /** The latest attempt that is one of its schedule: due at the end of the window, and made an hour later. */
    @Test
    void lastAttemptIsNeverOverdue() {
        SenderFixture sender = new SenderFixture(_ -> false);
        Instant first = SenderFixture.START.minus(Duration.ofHours(25));

        sender.handle(eleventh(first, first.plus(Duration.ofHours(24))));

        assertThat(counted(sender))
                .containsEntry(Metric.WEBHOOKS_DISABLED, 1L)
                .containsEntry(Metric.OLDEST_UNDELIVERED, Duration.ofHours(25).toSeconds())
                .doesNotContainKey(Metric.DELIVERIES_OVERDUE);
    }

    /** Nothing makes such a message: it stands for a fault that puts off the end of the schedule. */
    @Test
    void countsADeliveryThatIsAttemptedAlthoughItsScheduleIsOver() {
        SenderFixture sender = new SenderFixture(_ -> false);
        Instant first = SenderFixture.START.minus(Duration.ofHours(25)).minusSeconds(1);

        sender.handle(eleventh(first, SenderFixture.START));

        assertThat(counted(sender)).containsEntry(Metric.DELIVERIES_OVERDUE, 1L);
    }

    private static DeliveryMessage eleventh(Instant firstAttempt, Instant due) {
        DeliveryMessage first = SenderFixture.first(7);
        return new DeliveryMessage(
                first.account(),
                first.webhook(),
                first.generation(),
                first.payload(),
                first.cycle(),
                11,
                Optional.of(firstAttempt),
                Optional.of(firstAttempt),
                due,
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void countsTheBacklogThatIsAttempted() {
        SenderFixture sender = new SenderFixture(_ -> true);
        sender.openCircuit();
        for (int event = 1; event <= 3; event++) {
            sender.handle(SenderFixture.first(event));
        }

        sender.probe();
        sender.probe();

        assertThat(counted(sender))
                .containsEntry(Metric.BACKLOG_ADDED, 3L)
                .containsEntry(Metric.BACKLOG_ATTEMPTED, 3L)
                .containsEntry(Metric.DELIVERIES_SUCCEEDED, 3L);
    }

    private static Map<Metric, Long> counted(SenderFixture sender) {
        sender.metrics.flush();
        return sender.metrics.take();
    }
}
