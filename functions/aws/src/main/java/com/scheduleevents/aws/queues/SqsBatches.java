package com.scheduleevents.aws.queues;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Sends any number of messages in calls of ten, and looks at what became of each. */
final class SqsBatches {

    /** How many messages one call can carry; at 16 KB an event they stay far below SQS's 1 MB a call. */
    private static final int CALL = 10;

    private final SqsClient sqs;
    private final String url;

    SqsBatches(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /**
     * Sends them. When it returns, every one of them is there.
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
