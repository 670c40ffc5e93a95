package com.scheduleevents.delivery.fanout;

import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.delivery.fanout.WebhookMatcher.Match;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the messages for the records of a batch, sends them ten per call and many calls side by side, and knows which record each
 * message is for. Messages for healthy webhooks go to one queue, those for doubtful webhooks to another.
 */
final class MessageBatcher {

    private static final Logger LOG = LoggerFactory.getLogger(MessageBatcher.class);

    /** The most messages that SQS takes in one call. */
    private static final int MAX_PER_CALL = 10;

    /** How many calls to a queue are made at once: a hundred events for a thousand webhooks are ten thousand calls. */
    static final int CONCURRENCY = 32;

    /** No call begins later than this before the function is ended; the records that are left come again. */
    private static final Duration RESERVE = Duration.ofSeconds(10);

    private final Outgoing healthy;
    private final Outgoing doubtful;
    private int records;

    /** @param metrics counts the messages that were sent */
    MessageBatcher(DeliveryQueue healthy, DeliveryQueue doubtful, Metrics metrics) {
        this.healthy = new Outgoing(healthy, metrics);
        this.doubtful = new Outgoing(doubtful, metrics);
    }

    void add(StreamRecord record, List<Match> matches) {
        int index = records++;
        matches.forEach(match ->
                (match.doubtful() ? doubtful : healthy).pending.add(new Pending(index, record, match.message())));
    }

    /**
     * Sends the messages.
     *
     * @param timeLeft until the function is ended
     * @return the first record of which a message may not have been sent
     */
    Optional<StreamRecord> send(Supplier<Duration> timeLeft) {
        return Stream.of(healthy.send(timeLeft), doubtful.send(timeLeft))
                .flatMap(Optional::stream)
                .min(Comparator.comparingInt(Pending::index))
                .map(Pending::record);
    }

    /** The messages for one queue. */
    private static final class Outgoing {

        private final DeliveryQueue queue;
        private final Metrics metrics;
        private final List<Pending> pending = new ArrayList<>();

        Outgoing(DeliveryQueue queue, Metrics metrics) {
            this.queue = queue;
            this.metrics = metrics;
        }

        Optional<Pending> send(Supplier<Duration> timeLeft) {
            AtomicBoolean stopped = new AtomicBoolean();
            return pending.stream()
                    .gather(Gatherers.windowFixed(MAX_PER_CALL))
                    .gather(Gatherers.mapConcurrent(
                            CONCURRENCY, InvocationLogContext.carriedOver(call -> send(call, stopped, timeLeft))))
                    .flatMap(Optional::stream)
                    .min(Comparator.comparingInt(Pending::index));
        }

        /** Sends nothing more after a call has failed: its record and all later ones come again. */
        private Optional<Pending> send(List<Pending> call, AtomicBoolean stopped, Supplier<Duration> timeLeft) {
            if (stopped.get() || timeLeft.get().compareTo(RESERVE) < 0) {
                return Optional.of(call.getFirst());
            }
            try {
                queue.send(call.stream().map(Pending::message).toList());
                metrics.add(Metric.FAN_OUT_MATCHES, call.size());
                return Optional.empty();
            } catch (RuntimeException e) {
                stopped.set(true);
                LOG.error(
                        "deliveries could not be queued, their records will be delivered again: {}",
                        ExceptionSummary.of(e));
                return Optional.of(call.getFirst());
            }
        }
    }

    private record Pending(int index, StreamRecord record, DeliveryMessage message) {}
}
