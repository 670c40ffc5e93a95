package com.scheduleevents.delivery.records;

import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.MessageAttribute;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.queues.SqsRedriveQueue;
import com.scheduleevents.domain.delivery.DeadLetters;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.error.UnreadableRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the messages of a batch side by side, each on its own: one that fails is reported and comes again, the others are
 * done with. One slow message costs the batch its own time, not the sum of all.
 */
public final class QueueRecords {

    private static final Logger LOG = LoggerFactory.getLogger(QueueRecords.class);

    private final Consumer<QueueRecord> handler;
    private final DeadLetters deadLetters;

    /**
     * @param handler what one message means; throws when it is to come again, and {@link UnreadableRow} when coming again would
     *     not help
     * @param deadLetters for messages that need a row that cannot be read
     */
    public QueueRecords(Consumer<QueueRecord> handler, DeadLetters deadLetters) {
        this.handler = handler;
        this.deadLetters = deadLetters;
    }

    /** Handles every message of the batch. */
    public SQSBatchResponse handle(SQSEvent batch) {
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            batch.getRecords()
                    .forEach(message ->
                            running.add(threads.submit(InvocationLogContext.carriedOver(handling(message)))));
        }
        List<BatchItemFailure> failures = new ArrayList<>();
        for (int i = 0; i < running.size(); i++) {
            SQSMessage message = batch.getRecords().get(i);
            if (failed(message, running.get(i))) {
                failures.add(new BatchItemFailure(message.getMessageId()));
            }
        }
        return new SQSBatchResponse(failures);
    }

    private Callable<Boolean> handling(SQSMessage message) {
        return () -> {
            handle(message);
            return true;
        };
    }

    private void handle(SQSMessage message) {
        try {
            handler.accept(record(message));
        } catch (UnreadableRow e) {
            deadLetters.put(message.getBody(), e.reason());
            LOG.error(
                    "message {} needs a row that cannot be read and went to the dead letters: {}",
                    message.getMessageId(),
                    e.reason());
        }
    }

    private static QueueRecord record(SQSMessage message) {
        String receives = message.getAttributes().getOrDefault("ApproximateReceiveCount", "1");
        return new QueueRecord(message.getBody(), Integer.parseInt(receives) > 1 || isRedriven(message));
    }

    /** A dead letter that an operator put back counts its receives anew, but was received often enough before. */
    private static boolean isRedriven(SQSMessage message) {
        Map<String, MessageAttribute> attributes = message.getMessageAttributes();
        return attributes != null && attributes.containsKey(SqsRedriveQueue.REDRIVEN);
    }

    private static boolean failed(SQSMessage message, Future<?> outcome) {
        try {
            outcome.get();
            return false;
        } catch (ExecutionException e) {
            LOG.error("message {} failed and will come again: {}", message.getMessageId(), ExceptionSummary.of(e));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /**
     * A message as a handler sees it.
     *
     * @param body its text
     * @param receivedBefore whether somebody was given it before; they may have crashed at any step, or may be at work still
     */
    public record QueueRecord(String body, boolean receivedBefore) {

        /** Without the body, which holds an event. */
        @Override
        public String toString() {
            return "QueueRecord[…]";
        }
    }
}
