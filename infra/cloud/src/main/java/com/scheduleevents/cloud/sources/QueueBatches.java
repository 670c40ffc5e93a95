package com.scheduleevents.cloud.sources;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * Receives the messages of a queue for a function, batch by batch, and deletes those that it handled (AWS Lambda
 * Developer Guide, "Using Lambda with Amazon SQS"). The others are received again when their visibility timeout is
 * over.
 */
public final class QueueBatches {

    /** SQS's limit of one call. */
    private static final int CALL = 10;

    private static final int DELETE_TRIES = 3;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

    private final SourceSpec.Queue spec;
    private final SqsClient sqs;
    private final String url;
    private final QueueEvents events;

    /** Waits for messages, and receives them. */
    @FunctionalInterface
    public interface Poll {

        /**
         * Receives what there is at the latest after some time.
         *
         * @param atMost how many messages at most
         * @param longest how long at most
         */
        List<Message> poll(int atMost, Duration longest);
    }

    /** @param url of the queue */
    public QueueBatches(SourceSpec.Queue spec, SqsClient sqs, String url, String region) {
        this.spec = spec;
        this.sqs = sqs;
        this.url = url;
        this.events = new QueueEvents(spec.queueArn(), region);
    }

    /**
     * Waits for messages, and for the source's window until the batch is full. Without a window a batch is one call,
     * unless the source wants more than a call can receive.
     *
     * @param longest how long to wait for the first message
     * @param nanos a clock, in nanoseconds
     * @return empty when there was no message
     */
    public List<Message> next(Duration longest, Poll poll, LongSupplier nanos) {
        List<Message> batch = new ArrayList<>(poll.poll(Math.min(CALL, spec.batchSize()), longest));
        long end = nanos.getAsLong() + spec.window().toNanos();
        boolean goesOn = !batch.isEmpty() && (!spec.window().isZero() || spec.batchSize() > CALL);
        while (goesOn && batch.size() < spec.batchSize()) {
            Duration left = Duration.ofNanos(Math.max(0, end - nanos.getAsLong()));
            List<Message> more = poll.poll(Math.min(CALL, spec.batchSize() - batch.size()), left);
            batch.addAll(more);
            goesOn = nanos.getAsLong() < end || (!more.isEmpty() && spec.batchSize() > CALL);
        }
        return batch;
    }

    /**
     * Receives messages with all their attributes.
     *
     * @param seconds how long SQS waits for the first
     */
    public List<Message> receive(int atMost, int seconds) {
        return sqs.receiveMessage(request -> request.queueUrl(url)
                        .maxNumberOfMessages(atMost)
                        .waitTimeSeconds(seconds)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                        .messageAttributeNames("All"))
                .messages();
    }

    /** The event in which the function is given the messages. */
    public byte[] event(List<Message> batch) {
        return events.event(batch);
    }

    /**
     * Deletes the messages that the function handled.
     *
     * @param response the function's response to them
     * @throws SdkException when SQS fails again and again; the function then gets the messages another time, as it
     *     has to bear anyway
     */
    public void deleteHandled(List<Message> batch, byte[] response, Backoff.Sleep sleep) throws InterruptedException {
        List<Message> handled = handled(batch, response);
        for (int from = 0; from < handled.size(); from += CALL) {
            delete(handled.subList(from, Math.min(handled.size(), from + CALL)), sleep);
        }
    }

    private List<Message> handled(List<Message> batch, byte[] response) {
        if (!spec.reportsFailures()) {
            return batch;
        }
        return PartialBatchResponse.failed(
                        response, batch.stream().map(Message::messageId).toList())
                .map(failed -> batch.stream()
                        .filter(message -> !failed.contains(message.messageId()))
                        .toList())
                .orElse(List.of());
    }

    private void delete(List<Message> messages, Backoff.Sleep sleep) throws InterruptedException {
        List<DeleteMessageBatchRequestEntry> left = new ArrayList<>();
        for (Message message : messages) {
            // Numbered, because a message whose visibility timeout passed while the batch filled up is in it twice.
            left.add(DeleteMessageBatchRequestEntry.builder()
                    .id(Integer.toString(left.size()))
                    .receiptHandle(message.receiptHandle())
                    .build());
        }
        for (int tries = 1; tries <= DELETE_TRIES && !left.isEmpty(); tries++) {
            try {
                Set<String> failed = new HashSet<>();
                sqs.deleteMessageBatch(request -> request.queueUrl(url).entries(List.copyOf(left)))
                        .failed()
                        .forEach(failure -> failed.add(failure.id()));
                left.removeIf(entry -> !failed.contains(entry.id()));
            } catch (SdkException e) {
                if (tries == DELETE_TRIES) {
                    throw e;
                }
                sleep.sleep(BETWEEN_TRIES);
            }
        }
    }
}
