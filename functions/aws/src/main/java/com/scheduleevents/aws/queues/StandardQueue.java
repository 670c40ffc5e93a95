package com.scheduleevents.aws.queues;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** A standard queue of SQS, to be sent messages that belong to groups. */
final class StandardQueue {

    /** How many messages one call can carry; at 16 KB an event they stay far below SQS's 1 MB a call. */
    private static final int CALL = 10;

    private final SqsClient sqs;
    private final String url;

    /**
     * @param url the queue's address
     */
    StandardQueue(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /**
     * Sends a message that nobody receives before the delay is over. When it returns, it is there.
     *
     * @param delay up to 15 minutes; SQS knows whole seconds, so it is rounded up
     */
    void send(Outgoing message, Duration delay) {
        int seconds = (int) delay.plusNanos(999_999_999).toSeconds();
        sqs.sendMessage(send -> send.queueUrl(url)
                .messageGroupId(message.group())
                .delaySeconds(seconds)
                .messageBody(message.body()));
    }

    /**
     * Sends any number, in calls of ten. When it returns, every one of them is there.
     *
     * @throws IllegalStateException when the queue refused some
     */
    void send(List<Outgoing> messages) {
        for (int from = 0; from < messages.size(); from += CALL) {
            call(messages.subList(from, Math.min(from + CALL, messages.size())));
        }
    }

    private void call(List<Outgoing> messages) {
        List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
        for (Outgoing message : messages) {
            entries.add(SendMessageBatchRequestEntry.builder()
                    .id(Integer.toString(entries.size()))
                    .messageGroupId(message.group())
                    .messageBody(message.body())
                    .build());
        }
        var answer = sqs.sendMessageBatch(send -> send.queueUrl(url).entries(entries));
        if (answer.hasFailed() && !answer.failed().isEmpty()) {
            throw new IllegalStateException(answer.failed().size() + " of " + entries.size()
                    + " messages were refused by the queue: "
                    + answer.failed().stream()
                            .map(BatchResultErrorEntry::code)
                            .distinct()
                            .collect(Collectors.joining(", ")));
        }
    }

    /**
     * A message to send.
     *
     * @param group its message group: a hint to SQS, by which the backlog of one group delays no other (fair queues)
     * @param body its text
     */
    record Outgoing(String group, String body) {}
}
