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
 * Collects the messages for the records of a batch, sends them ten per call, and knows which record each message is for. Messages
 * for healthy webhooks go to one queue, those for doubtful webhooks to another.
 */
final class MessageBatcher {

    private static final Logger LOG = LoggerFactory.getLogger(MessageBatcher.class);

    /** The most messages that SQS takes in one call. */
    private static final int MAX_PER_CALL = 10;

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

    /** Sends all messages and returns the first record of which a message may not have been sent. */
    Optional<StreamRecord> send() {
        return Stream.of(healthy.send(), doubtful.send())
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

        Optional<Pending> send() {
            for (int from = 0; from < pending.size(); from += MAX_PER_CALL) {
                List<Pending> call = pending.subList(from, Math.min(from + MAX_PER_CALL, pending.size()));
                try {
                    queue.send(call.stream().map(Pending::message).toList());
                    metrics.add(Metric.FAN_OUT_MATCHES, call.size());
                } catch (RuntimeException e) {
                    LOG.error(
                            "deliveries could not be queued, their records will be delivered again: {}",
                            ExceptionSummary.of(e));
                    return Optional.of(call.getFirst());
                }
            }
            return Optional.empty();
        }
    }

    private record Pending(int index, StreamRecord record, DeliveryMessage message) {}
}
