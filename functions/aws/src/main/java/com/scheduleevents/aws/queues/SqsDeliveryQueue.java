package com.scheduleevents.aws.queues;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryMessages;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * Deliveries on a standard queue of SQS. The webhook is the message group, by which SQS keeps the backlog of one from delaying
 * the others (fair queues); it is a hint to SQS, and nothing reads it.
 */
public final class SqsDeliveryQueue implements DeliveryQueue {

    /** How many messages one call can carry; at 16 KB an event they stay far below SQS's 1 MB a call. */
    private static final int BATCH = 10;

    private final SqsClient sqs;
    private final String url;

    /**
     * @param url the queue's address
     */
    public SqsDeliveryQueue(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    @Override
    public void send(List<DeliveryMessage> messages) {
        for (int from = 0; from < messages.size(); from += BATCH) {
            sendBatch(messages.subList(from, Math.min(from + BATCH, messages.size())));
        }
    }

    @Override
    public void send(DeliveryMessage message, Duration delay) {
        int seconds = (int) delay.plusNanos(999_999_999).toSeconds();
        sqs.sendMessage(send -> send.queueUrl(url)
                .messageGroupId(message.webhook().value())
                .delaySeconds(seconds)
                .messageBody(DeliveryMessages.write(message)));
    }

    private void sendBatch(List<DeliveryMessage> messages) {
        List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
        for (DeliveryMessage message : messages) {
            entries.add(SendMessageBatchRequestEntry.builder()
                    .id(Integer.toString(entries.size()))
                    .messageGroupId(message.webhook().value())
                    .messageBody(DeliveryMessages.write(message))
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
}
