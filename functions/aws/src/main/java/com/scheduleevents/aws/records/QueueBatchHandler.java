package com.scheduleevents.aws.records;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.messages.MalformedMessage;
import com.scheduleevents.aws.queues.SqsQueue;
import com.scheduleevents.aws.queues.SqsRedriveQueue;
import com.scheduleevents.aws.records.RecordTriage.Result;
import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;

/**
 * Handles the messages of an SQS batch, each on its own: a message that fails is reported and delivered again, the others are
 * deleted.
 */
public final class QueueBatchHandler {

    /** At least the largest batch size in template.yaml, so that one slow message does not delay the others. */
    private static final int CONCURRENCY = 10;

    private final Function<List<QueueRecord>, Consumer<QueueRecord>> handlers;
    private final RecordTriage triage;
    private final MessageDelays delays;
    private final MetricRecorder metrics;

    private QueueBatchHandler(
            Function<List<QueueRecord>, Consumer<QueueRecord>> handlers,
            DeadLetterSink deadLetters,
            MessageDelays delays,
            MetricRecorder metrics) {
        this.handlers = handlers;
        this.triage = new RecordTriage(deadLetters);
        this.delays = delays;
        this.metrics = metrics;
    }

    /**
     * Handles the messages of a batch concurrently.
     *
     * @param handler processes one message; throws {@link UnprocessableRecord}, {@link MalformedMessage} or {@link UnreadableRow}
     *     when delivering it again would not help, {@link PostponedRecord} when it would and nothing failed, anything else when it would
     * @param deadLetters stores the messages that can never be processed
     * @param delays decides when the messages that failed are delivered again
     * @param metrics flushed after each batch
     */
    public static QueueBatchHandler concurrently(
            Consumer<QueueRecord> handler, DeadLetterSink deadLetters, MessageDelays delays, MetricRecorder metrics) {
        return together(_ -> handler, deadLetters, delays, metrics);
    }

    /**
     * Handles the messages of a batch concurrently, with something that they share; see {@link #concurrently}.
     *
     * @param handlers makes what processes the messages of one batch. It is given all of them, and must not throw: a message has a fate
     *     of its own
     */
    public static QueueBatchHandler together(
            Function<List<QueueRecord>, Consumer<QueueRecord>> handlers,
            DeadLetterSink deadLetters,
            MessageDelays delays,
            MetricRecorder metrics) {
        return new QueueBatchHandler(handlers, deadLetters, delays, metrics);
    }

    /** Handles a batch and reports the messages that failed. */
    public SQSBatchResponse handle(SQSEvent batch, @Nullable Context context) {
        InvocationLogContext.begin(context);
        try {
            List<Received> received = batch.getRecords().stream()
                    .map(message -> new Received(message, record(message, context)))
                    .toList();
            Consumer<QueueRecord> handler =
                    handlers.apply(received.stream().map(Received::record).toList());
            List<Handled> again = received.stream()
                    .gather(Gatherers.mapConcurrent(
                            CONCURRENCY, InvocationLogContext.carriedOver(one -> handled(one, handler))))
                    .filter(handled -> handled.result() != Result.DONE)
                    .toList();
            if (!again.isEmpty()) {
                delays.delay(again.stream().map(Handled::message).toList());
            }
            long failed = again.stream()
                    .filter(handled -> handled.result() == Result.FAILED)
                    .count();
            if (failed > 0) {
                metrics.add(Metric.MESSAGES_REPEATED, failed);
            }
            return new SQSBatchResponse(again.stream()
                    .map(handled -> new BatchItemFailure(handled.message().getMessageId()))
                    .toList());
        } finally {
            metrics.flush();
        }
    }

    private record Received(SQSMessage message, QueueRecord record) {}

    private record Handled(SQSMessage message, Result result) {}

    private Handled handled(Received one, Consumer<QueueRecord> handler) {
        QueueRecord record = one.record();
        return new Handled(one.message(), triage.handle(record.id(), record::body, () -> handler.accept(record)));
    }

    private static QueueRecord record(SQSMessage message, @Nullable Context context) {
        boolean receivedBefore = Optional.ofNullable(message.getAttributes())
                .map(attributes -> attributes.get("ApproximateReceiveCount"))
                .filter(receives -> Integer.parseInt(receives) > 1)
                .isPresent();
        return new QueueRecord(
                message.getMessageId(),
                Optional.ofNullable(message.getEventSourceArn())
                        .map(QueueRecord::queueOf)
                        .orElse(""),
                message.getBody(),
                receivedBefore || isCopy(message),
                () -> timeLeft(context));
    }

    /** There is no context while a function is primed. */
    private static Duration timeLeft(@Nullable Context context) {
        return context == null ? Duration.ofMinutes(15) : Duration.ofMillis(context.getRemainingTimeInMillis());
    }

    /** The receive count of the copy of a message starts at one, although the message was received before. */
    private static boolean isCopy(SQSMessage message) {
        return Optional.ofNullable(message.getMessageAttributes())
                .map(Map::keySet)
                .filter(names -> names.contains(SqsRedriveQueue.REDRIVEN) || names.contains(SqsQueue.RECEIVED_BEFORE))
                .isPresent();
    }
}
