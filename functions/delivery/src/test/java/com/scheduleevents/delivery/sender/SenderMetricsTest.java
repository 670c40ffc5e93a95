package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.metrics.Metric;
import java.time.Duration;
import java.util.Map;
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
