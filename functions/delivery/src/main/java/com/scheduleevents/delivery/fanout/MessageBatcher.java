package com.scheduleevents.delivery.fanout;

import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.delivery.fanout.WebhookMatcher.Match;
import com.scheduleevents.delivery.fanout.WebhookMatcher.Way;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.queue.MessageQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the messages for the records of a batch, sends them ten per call and many calls side by side, and knows which record each
 * message is for. Messages for healthy webhooks go to one queue, those for doubtful webhooks to another. Those of pull webhooks and of open
 * circuits are added to the backlog. The queue of doubtful webhooks takes what cannot be added: the sender then adds it, and neighbours do
 * not wait for a backlog that has reached the limit of its partition.
 */
final class MessageBatcher {

    private static final Logger LOG = LoggerFactory.getLogger(MessageBatcher.class);

    /** The most messages that SQS takes in one call. */
    private static final int MAX_PER_CALL = 10;

    /**
     * How many times as many deliveries of pull webhooks are added to the backlog as of open circuits: their consumers wait for them there.
     */
    private static final int PULLED_PER_OPEN = 10;

    /** How many calls to a queue are made at once: a hundred events for a thousand webhooks are ten thousand calls. */
    static final int CONCURRENCY = 32;

    /** No call begins later than this before the function is ended; the records that are left come again. */
    private static final Duration RESERVE = Duration.ofSeconds(10);

    private final Map<Way, Outgoing> ways;
    private final int maxAdded;
    private int records;

    /**
     * @param pulled adds a message of a pull webhook to the backlog
     * @param openCircuits adds a message of a webhook whose circuit is open to the backlog
     * @param maxAdded the most messages of open circuits that are added to the backlog; the others go to the queue, ten for a call
     * @param metrics counts the messages that were sent
     */
    MessageBatcher(
            MessageQueue<DeliveryMessage> healthy,
            MessageQueue<DeliveryMessage> doubtful,
            Consumer<DeliveryMessage> pulled,
            Consumer<DeliveryMessage> openCircuits,
            int maxAdded,
            MetricRecorder metrics) {
        this.maxAdded = maxAdded;
        this.ways = new EnumMap<>(Map.of(
                Way.DELIVERIES, new Outgoing(MAX_PER_CALL, healthy::send, metrics),
                Way.RETRIES, new Outgoing(MAX_PER_CALL, doubtful::send, metrics),
                Way.OPEN_CIRCUIT, new Outgoing(1, one -> one.forEach(openCircuits), metrics),
                Way.PULLED, new Outgoing(1, one -> one.forEach(pulled), metrics)));
    }

    void add(StreamRecord record, List<Match> matches) {
        int index = records++;
        matches.forEach(match -> outgoing(wayOf(match)).pending.add(new Pending(index, record, match.message())));
    }

    private Way wayOf(Match match) {
        int max =
                switch (match.way()) {
                    case DELIVERIES, RETRIES -> Integer.MAX_VALUE;
                    case OPEN_CIRCUIT -> maxAdded;
                    case PULLED -> PULLED_PER_OPEN * maxAdded;
                };
        return outgoing(match.way()).pending.size() < max ? match.way() : Way.RETRIES;
    }

    /**
     * Sends the messages, those of healthy webhooks first: additions to a backlog may take seconds.
     *
     * @param timeLeft until the function is ended
     * @return the first record of which a message may not have been sent
     */
    Optional<StreamRecord> send(Supplier<Duration> timeLeft) {
        List<Pending> unsent = outgoing(Way.DELIVERIES).send(timeLeft);
        for (Way added : List.of(Way.PULLED, Way.OPEN_CIRCUIT)) {
            outgoing(Way.RETRIES).pending.addAll(outgoing(added).send(timeLeft));
        }
        return Stream.concat(unsent.stream(), outgoing(Way.RETRIES).send(timeLeft).stream())
                .min(Comparator.comparingInt(Pending::index))
                .map(Pending::record);
    }

    private Outgoing outgoing(Way way) {
        return Objects.requireNonNull(ways.get(way));
    }

    /** The messages that go one way. */
    private static final class Outgoing {

        private final int perCall;
        private final Consumer<List<DeliveryMessage>> queue;
        private final MetricRecorder metrics;
        private final List<Pending> pending = new ArrayList<>();

        Outgoing(int perCall, Consumer<List<DeliveryMessage>> queue, MetricRecorder metrics) {
            this.perCall = perCall;
            this.queue = queue;
            this.metrics = metrics;
        }

        /** Returns the messages that may not have been sent. */
        List<Pending> send(Supplier<Duration> timeLeft) {
            AtomicInteger failed = new AtomicInteger(Integer.MAX_VALUE);
            return pending.stream()
                    .sorted(Comparator.comparingInt(Pending::index))
                    .gather(Gatherers.windowFixed(perCall))
                    .gather(Gatherers.mapConcurrent(
                            CONCURRENCY, InvocationLogContext.carriedOver(call -> send(call, failed, timeLeft))))
                    .flatMap(List::stream)
                    .toList();
        }

        /**
         * Sends nothing of later records after a call has failed, because its record and all later ones come again.
         *
         * @param failed the first record of which a call has failed so far
         */
        private List<Pending> send(List<Pending> call, AtomicInteger failed, Supplier<Duration> timeLeft) {
            int first = call.getFirst().index();
            if (first >= failed.get() || timeLeft.get().compareTo(RESERVE) < 0) {
                return call;
            }
            try {
                queue.accept(call.stream().map(Pending::message).toList());
                metrics.add(Metric.FAN_OUT_MATCHES, call.size());
                return List.of();
            } catch (RuntimeException e) {
                failed.accumulateAndGet(first, Math::min);
                LOG.error(
                        "deliveries could not be sent; they are queued, or their records delivered, again: {}",
                        ExceptionSummary.of(e));
                return call;
            }
        }
    }

    private record Pending(int index, StreamRecord record, DeliveryMessage message) {}
}
