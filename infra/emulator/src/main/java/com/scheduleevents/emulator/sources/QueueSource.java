package com.scheduleevents.emulator.sources;

import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.emulator.lambda.FunctionLog;
import com.scheduleevents.emulator.lambda.InvocableFunction;
import com.scheduleevents.emulator.template.QueueSpec;
import com.scheduleevents.emulator.template.SourceSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * Invokes a function with the messages of a queue: messages that succeeded are deleted; those that failed are received again
 * after their visibility timeout.
 */
final class QueueSource implements EventSource {

    /** SQS's limit. */
    private static final int MOST_OF_ONE_RECEIVE = 10;

    private static final int LONGEST_POLL_SECONDS = 10;

    /** For queues that outlive the cloud: nothing can end their polls early, and ElasticMQ does not stop before they have ended. */
    private static final int LONGEST_POLL_OF_KEPT_SECONDS = 1;

    /** Without a maximum Lambda runs up to 1,250 invocations, too many for one machine. */
    private static final int DEFAULT_CONCURRENCY = 50;

    private final SourceSpec.Queue spec;
    private final QueueSpec queue;
    private final QueueEvents events;
    private final InvocableFunction function;
    private final boolean returnsFailedBatches;
    private final boolean kept;
    private final int longestPoll;
    private final SqsClient sqs;
    private final Semaphore concurrency;
    private final Set<Message> unfinished = ConcurrentHashMap.newKeySet();
    private final Poller poller;
    private volatile boolean stopped;

    /** @param kept whether the messages outlive the cloud, so that none may be lost when it stops */
    QueueSource(
            String name,
            SourceSpec.Queue spec,
            QueueSpec queue,
            String region,
            InvocableFunction function,
            boolean returnsFailedBatches,
            boolean kept,
            SqsClient sqs,
            FunctionLog log) {
        this.spec = spec;
        this.queue = queue;
        this.events = new QueueEvents(queue.arn(), region);
        this.function = function;
        this.returnsFailedBatches = returnsFailedBatches;
        this.kept = kept;
        this.longestPoll = kept ? LONGEST_POLL_OF_KEPT_SECONDS : LONGEST_POLL_SECONDS;
        this.sqs = sqs;
        this.concurrency = new Semaphore(spec.maximumConcurrency().orElse(DEFAULT_CONCURRENCY));
        this.poller = Poller.start(name, log, this::round);
    }

    /** Messages are received only when an invocation can handle them; until then they stay visible. */
    private boolean round() throws InterruptedException {
        concurrency.acquire();
        if (stopped) {
            return false;
        }
        List<Message> batch = List.of();
        try {
            batch = receiveBatch();
        } finally {
            if (batch.isEmpty()) {
                concurrency.release();
            }
        }
        if (stopped && !kept) {
            return false;
        }
        if (!batch.isEmpty()) {
            List<Message> received = batch;
            unfinished.addAll(received);
            Thread.startVirtualThread(() -> {
                try {
                    handle(received);
                } catch (SdkException e) {
                    if (!stopped) {
                        throw e;
                    }
                } finally {
                    received.forEach(unfinished::remove);
                    concurrency.release();
                }
            });
        }
        return true;
    }

    private List<Message> receiveBatch() {
        List<Message> batch = new ArrayList<>(receive(spec.batchSize(), Duration.ofSeconds(longestPoll)));
        long end = System.nanoTime() + spec.window().toNanos();
        while (!batch.isEmpty() && batch.size() < spec.batchSize()) {
            Duration left = Duration.ofNanos(end - System.nanoTime());
            List<Message> more = receive(spec.batchSize() - batch.size(), left.isNegative() ? Duration.ZERO : left);
            batch.addAll(more);
            if (more.isEmpty() && System.nanoTime() >= end) {
                break;
            }
        }
        return batch;
    }

    private List<Message> receive(int atMost, Duration wait) {
        int seconds = (int) Math.min(longestPoll, Math.ceilDiv(wait.toMillis(), 1000L));
        return sqs.receiveMessage(request -> request.queueUrl(queue.url())
                        .maxNumberOfMessages(Math.min(MOST_OF_ONE_RECEIVE, atMost))
                        .waitTimeSeconds(seconds)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                        .messageAttributeNames("All"))
                .messages();
    }

    private void handle(List<Message> batch) {
        Set<String> failed;
        try {
            byte[] response = function.invoke(events.event(batch));
            failed = spec.reportsFailures()
                    ? PartialBatchResponse.failed(
                            response, batch.stream().map(Message::messageId).toList())
                    : Set.of();
        } catch (FunctionFailed e) {
            // The host has logged it, and the messages become visible again after their timeout.
            if (returnsFailedBatches) {
                batch.forEach(this::makeVisible);
            }
            return;
        }
        delete(batch.stream()
                .filter(message -> !failed.contains(message.messageId()))
                .toList());
    }

    private void makeVisible(Message message) {
        sqs.changeMessageVisibility(change -> change.queueUrl(queue.url())
                .receiptHandle(message.receiptHandle())
                .visibilityTimeout(0));
    }

    private void delete(List<Message> messages) {
        for (int from = 0; from < messages.size(); from += MOST_OF_ONE_RECEIVE) {
            List<Message> some = messages.subList(from, Math.min(messages.size(), from + MOST_OF_ONE_RECEIVE));
            List<DeleteMessageBatchRequestEntry> entries = new ArrayList<>();
            for (Message message : some) {
                // Numbered, because a message whose visibility timeout passed while the batch filled up is in it
                // twice.
                entries.add(DeleteMessageBatchRequestEntry.builder()
                        .id(Integer.toString(entries.size()))
                        .receiptHandle(message.receiptHandle())
                        .build());
            }
            sqs.deleteMessageBatch(request -> request.queueUrl(queue.url()).entries(entries));
        }
    }

    /** Where messages do not outlive the cloud, one more ends the poll under way. */
    @Override
    public void stop() {
        stopped = true;
        poller.stop();
        if (!kept) {
            sqs.sendMessage(
                    last -> last.queueUrl(queue.url()).messageBody("stop").delaySeconds(0));
        }
    }

    /** Messages of invocations that have not ended become visible, so that a cloud with a data directory has them after a restart. */
    @Override
    public void close() {
        concurrency.release();
        poller.closeAfterRound();
        unfinished.forEach(this::makeVisibleUnlessDeleted);
    }

    private void makeVisibleUnlessDeleted(Message message) {
        try {
            makeVisible(message);
        } catch (SqsException e) {
            if (unfinished.contains(message)) {
                throw e;
            }
        }
    }
}
