package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.metrics.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The metrics of deliveries whose course is known. */
final class SenderMetricsTest {

    private static final long DAY = Duration.ofDays(1).toSeconds();

    @Test
    void countsADeliveryThatSucceedsAtOnce() {
        SenderWorld world = new SenderWorld(1, 0, n -> true);
        world.now = SenderWorld.START.plusSeconds(3);
        world.enqueue(SenderWorld.first());
        world.run();

        assertThat(counted(world))
                .isEqualTo(Map.of(
                        Metric.ATTEMPTS_SUCCEEDED, 1L,
                        Metric.DELIVERIES_SUCCEEDED, 1L,
                        Metric.FIRST_ATTEMPT_WAIT, 3L));
    }

    @Test
    void countsADeliveryThatNeverSucceeds() {
        SenderWorld world = new SenderWorld(1, 0, n -> false);
        world.enqueue(SenderWorld.first());
        world.run();

        // The tenth failure in a row opens the circuit; there is no other delivery for the backlog.
        assertThat(counted(world))
                .isEqualTo(Map.of(
                        Metric.ATTEMPTS_STATUS, 11L,
                        Metric.FIRST_ATTEMPT_WAIT, 0L,
                        Metric.OLDEST_UNDELIVERED, DAY,
                        Metric.CIRCUITS_OPENED, 1L,
                        Metric.WEBHOOKS_DISABLED, 1L));
    }

    @Test
    void countsTheBacklogThatIsAttempted() {
        SenderWorld world = new SenderWorld(1, 0, n -> n > 10);
        for (int i = 0; i < 10; i++) {
            world.enqueue(SenderWorld.message(SenderWorld.START, i));
        }
        Instant held = SenderWorld.START.plusSeconds(1);
        world.at(held, () -> IntStream.range(10, 13).forEach(i -> world.enqueue(SenderWorld.message(held, i))));
        world.run();

        assertThat(counted(world))
                .containsEntry(Metric.CIRCUITS_OPENED, 1L)
                .containsEntry(Metric.BACKLOG_ADDED, 3L)
                .containsEntry(Metric.BACKLOG_ATTEMPTED, 3L)
                .containsEntry(Metric.DELIVERIES_SUCCEEDED, 13L)
                .containsEntry(Metric.ATTEMPTS_STATUS, 10L);
    }

    private static Map<Metric, Long> counted(SenderWorld world) {
        world.metrics.flush();
        return world.metrics.take();
    }
}
