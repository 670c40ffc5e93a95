package com.scheduleevents.delivery.fanout;

import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.delivery.fanout.WebhookMatcher.Match;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.Metrics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the messages of a batch, so that ten travel in one call, and remembers which record each is from. There are two
 * lanes, each a queue with senders of its own.
 */
final class MessageBatcher {

    private static final Logger LOG = LoggerFactory.getLogger(MessageBatcher.class);

    /** What one call of SQS takes. */
    private static final int CALL = 10;

    private final Lane healthy;
    private final Lane doubtful;
    private int records;

    /** @param metrics counts what was sent */
    MessageBatcher(DeliveryQueue healthy, DeliveryQueue doubtful, Metrics metrics) {
        this.healthy = new Lane(healthy, metrics);
        this.doubtful = new Lane(doubtful, metrics);
    }

    void add(StreamRecord from, List<Match> matches) {
        int place = records++;
        matches.forEach(match ->
                (match.doubtful() ? doubtful : healthy).pending.add(new Pending(place, from, match.message())));
    }

    /** Sends everything, each lane in order; gives the first record of which something may not have been sent. */
    Optional<StreamRecord> send() {
        return Stream.of(healthy.send(), doubtful.send())
                .flatMap(Optional::stream)
                .min(Comparator.comparingInt(Pending::place))
                .map(Pending::from);
    }

    private static final class Lane {

        private final DeliveryQueue queue;
        private final Metrics metrics;
        private final List<Pending> pending = new ArrayList<>();

        Lane(DeliveryQueue queue, Metrics metrics) {
            this.queue = queue;
            this.metrics = metrics;
        }

        Optional<Pending> send() {
            for (int from = 0; from < pending.size(); from += CALL) {
                List<Pending> call = pending.subList(from, Math.min(from + CALL, pending.size()));
                try {
                    queue.send(call.stream().map(Pending::message).toList());
                    metrics.add(Metric.FAN_OUT_MATCHES, call.size());
                } catch (RuntimeException e) {
                    LOG.error(
                            "deliveries could not be queued and their events will come again: {}",
                            ExceptionSummary.of(e));
                    return Optional.of(call.getFirst());
                }
            }
            return Optional.empty();
        }
    }

    private record Pending(int place, StreamRecord from, DeliveryMessage message) {}
}
