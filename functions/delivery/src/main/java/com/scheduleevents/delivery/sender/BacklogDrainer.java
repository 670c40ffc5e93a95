package com.scheduleevents.delivery.sender;

import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.metrics.Metric;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Gatherers;

/**
 * Moves deliveries from the backlog of a closed circuit to the retry queue, oldest first. Each is queued before it leaves the backlog:
 * after a crash in between it is queued twice, and the log makes the second one harmless.
 */
final class BacklogDrainer {

    /** How many deliveries one call to the queue carries, and how many such calls are made at once: enough for 1,000 a second. */
    private static final int PER_CALL = 10;

    private static final int CONCURRENCY = 32;

    /** No call begins later than this before the function is ended. */
    private static final Duration RESERVE = Duration.ofSeconds(5);

    private final SenderDependencies ports;

    BacklogDrainer(SenderDependencies ports) {
        this.ports = ports;
    }

    /**
     * Moves deliveries; those for which there is no time stay.
     *
     * @param oldest the oldest ones of the backlog
     * @throws RuntimeException when some could not be moved
     */
    void move(List<DeliveryMessage> oldest, Supplier<Duration> timeLeft) {
        Function<List<DeliveryMessage>, Integer> move =
                InvocationLogContext.carriedOver(some -> timeLeft.get().compareTo(RESERVE) < 0 ? 0 : move(some));
        int moved = oldest.stream()
                .gather(Gatherers.windowFixed(PER_CALL))
                .gather(Gatherers.mapConcurrent(CONCURRENCY, move))
                .mapToInt(Integer::intValue)
                .sum();
        ports.metrics().add(Metric.BACKLOG_DRAINED, moved);
    }

    private int move(List<DeliveryMessage> some) {
        var now = ports.clock().instant();
        ports.retries().send(some.stream().map(message -> message.drained(now)).toList());
        some.forEach(ports.backlog()::remove);
        return some.size();
    }
}
