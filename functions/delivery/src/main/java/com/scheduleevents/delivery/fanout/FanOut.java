package com.scheduleevents.delivery.fanout;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.aws.records.StreamBatchHandler;
import com.scheduleevents.aws.records.UnprocessableRecord;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.delivery.priming.PrimingRecords;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Queues one delivery of every recorded event for each webhook that matches it, or adds it to the backlog: where it is pulled from there, or
 * the circuit is open.
 */
public final class FanOut implements RequestStreamHandler, SnapStartPriming {

    private final WebhookStore webhooks;
    private final MessageQueue<DeliveryMessage> deliveries;
    private final MessageQueue<DeliveryMessage> retries;
    private final PullQueue backlog;
    private final Duration retention;
    private final int maxAdded;
    private final Clock clock;
    private final MetricRecorder metrics;
    private final StreamBatchHandler records;

    public FanOut() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    public FanOut(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public FanOut(Wiring wiring) {
        this(
                wiring.webhooks(),
                wiring.deliveries(),
                wiring.retries(),
                wiring.pullQueue(),
                wiring.retention(),
                wiring.workLimits().addedToBacklog(),
                wiring.deadLetters("FAN_OUT_DEAD_LETTERS"),
                wiring.clock(),
                wiring.metrics());
    }

    /**
     * @param deliveries the queue of first attempts
     * @param retries the queue of later attempts, and of webhooks that are failing or slow
     * @param backlog the deliveries of pull webhooks and open circuits
     * @param retention how long those are kept, counted from the recording of their events
     * @param maxAdded the most deliveries of open circuits that a batch adds to the backlog
     * @param deadLetters stores records that are not events, and events that could not be matched with a webhook because its row
     *     is unreadable
     * @param metrics counts the deliveries
     */
    public FanOut(
            WebhookStore webhooks,
            MessageQueue<DeliveryMessage> deliveries,
            MessageQueue<DeliveryMessage> retries,
            PullQueue backlog,
            Duration retention,
            int maxAdded,
            DeadLetterSink deadLetters,
            Clock clock,
            MetricRecorder metrics) {
        this.webhooks = webhooks;
        this.deliveries = deliveries;
        this.retries = retries;
        this.backlog = backlog;
        this.retention = retention;
        this.maxAdded = maxAdded;
        this.clock = clock;
        this.metrics = metrics;
        this.records = new StreamBatchHandler(deadLetters, metrics);
    }

    @Override
    public void prime(Map<String, String> variables) {
        FanOut primed = new FanOut(variables);
        primed.fanOut(List.of(PrimingRecords.recorded()), () -> Duration.ofMinutes(1));
        primed.deliveries.send(List.of(PrimingRecords.delivery()));
    }

    @Override
    public void handleRequest(InputStream event, OutputStream response, @Nullable Context context) throws IOException {
        Supplier<Duration> timeLeft = context == null
                ? () -> Duration.ofMinutes(1)
                : () -> Duration.ofMillis(context.getRemainingTimeInMillis());
        records.handle(event, response, context, batch -> fanOut(withoutVoid(batch), timeLeft));
    }

    /** The filter of the event source leaves void rows out as well, but not every emulator of AWS has its operators. */
    private static List<StreamRecord> withoutVoid(List<StreamRecord> batch) {
        return batch.stream().filter(record -> !RecordedEvent.isVoid(record)).toList();
    }

    private Optional<StreamRecord> fanOut(List<StreamRecord> batch, Supplier<Duration> timeLeft) {
        Map<StreamRecord, RecordedEvent> readable = new LinkedHashMap<>();
        batch.forEach(record -> RecordedEvent.read(record).ifPresent(recorded -> readable.put(record, recorded)));
        WebhookMatcher matcher = new WebhookMatcher(webhooks, readable.values(), clock, timeLeft);
        MessageBatcher messages =
                new MessageBatcher(deliveries, retries, this::addToBacklog, this::addForProbes, maxAdded, metrics);
        Optional<StreamRecord> unmatched =
                records.firstFailure(batch, record -> match(record, readable, matcher, messages));
        // The records before the one that failed are sent now, because they will not be delivered again.
        Optional<StreamRecord> unsent = messages.send(timeLeft);
        return earlier(batch, unsent, unmatched);
    }

    /** Lambda delivers the reported record and all later ones again, so none that failed may come before it. */
    private static Optional<StreamRecord> earlier(
            List<StreamRecord> batch, Optional<StreamRecord> one, Optional<StreamRecord> other) {
        return Stream.of(one, other).flatMap(Optional::stream).min(Comparator.comparingInt(batch::indexOf));
    }

    private void addToBacklog(DeliveryMessage message) {
        backlog.add(message, message.payload().id().expiresAt(retention));
    }

    /**
     * Does not read the webhook again, as the sender does: should its circuit have closed since, the last look after that finds the
     * delivery.
     */
    private void addForProbes(DeliveryMessage message) {
        addToBacklog(message);
        metrics.add(Metric.BACKLOG_ADDED);
    }

    private static void match(
            StreamRecord record,
            Map<StreamRecord, RecordedEvent> readable,
            WebhookMatcher matcher,
            MessageBatcher messages) {
        // One that is not there is read again, to tell why it cannot be.
        RecordedEvent recorded = Optional.ofNullable(readable.get(record)).orElseGet(() -> RecordedEvent.of(record));
        messages.add(record, matcher.matches(recorded));
        List<WebhookCandidates.Unreadable> unreadable = matcher.unreadable(recorded);
        if (!unreadable.isEmpty()) {
            throw new UnprocessableRecord(unreadable.stream()
                    .map(webhook -> webhook.id().value() + ": " + webhook.reason())
                    .collect(Collectors.joining("; ", "the event was not sent to ", "")));
        }
    }
}
