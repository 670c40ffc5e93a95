package com.scheduleevents.emulator.sources;

import com.scheduleevents.cloud.sources.QueueBatches;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.template.QueueSpec;
import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.emulator.lambda.FunctionLog;
import com.scheduleevents.emulator.lambda.InvocableFunction;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * Invokes a function with the messages of a queue: messages that succeeded are deleted; those that failed are received again
 * after their visibility timeout.
 */
final class QueueSource implements EventSource {

    private static final Duration LONGEST_POLL = Duration.ofSeconds(10);

    /** For queues that outlive the cloud: nothing can end their polls early, and ElasticMQ does not stop before they have ended. */
    private static final Duration LONGEST_POLL_OF_KEPT = Duration.ofSeconds(1);

    /** Without a maximum Lambda runs up to 1,250 invocations, too many for one machine. */
    private static final int DEFAULT_CONCURRENCY = 50;

    private final QueueSpec queue;
    private final QueueBatches batches;
    private final InvocableFunction function;
    private final boolean returnsFailedBatches;
    private final boolean kept;
    private final Duration longestPoll;
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
        this.queue = queue;
        this.batches = new QueueBatches(spec, sqs, queue.url(), region);
        this.function = function;
        this.returnsFailedBatches = returnsFailedBatches;
        this.kept = kept;
        this.longestPoll = kept ? LONGEST_POLL_OF_KEPT : LONGEST_POLL;
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
            batch = batches.next(longestPoll, this::poll, System::nanoTime);
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

    private List<Message> poll(int atMost, Duration longest) {
        Duration wait = longest.compareTo(longestPoll) < 0 ? longest : longestPoll;
        return batches.receive(atMost, (int) Math.ceilDiv(wait.toMillis(), 1000L));
    }

    private void handle(List<Message> batch) {
        try {
            batches.deleteHandled(batch, function.invoke(batches.event(batch)), Thread::sleep);
        } catch (FunctionFailed e) {
            // The host has logged it, and the messages become visible again after their timeout.
            if (returnsFailedBatches) {
                batch.forEach(this::makeVisible);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void makeVisible(Message message) {
        sqs.changeMessageVisibility(change -> change.queueUrl(queue.url())
                .receiptHandle(message.receiptHandle())
                .visibilityTimeout(0));
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
