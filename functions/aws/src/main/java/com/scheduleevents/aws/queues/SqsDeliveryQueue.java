package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.queues.SqsBatches.Outgoing;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryMessages;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Deliveries on a standard queue of SQS. The webhook is the message group, by which SQS keeps the backlog of one from delaying
 * the others (fair queues); it is a hint to SQS, and nothing reads it.
 */
public final class SqsDeliveryQueue implements DeliveryQueue {

    private final SqsClient sqs;
    private final String url;
    private final SqsBatches batches;

    /**
     * @param url the queue's address
     */
    public SqsDeliveryQueue(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
        this.batches = new SqsBatches(sqs, url);
    }

    @Override
    public void send(List<DeliveryMessage> messages) {
        batches.send(messages.stream()
                .map(message -> new Outgoing(message.webhook().value(), DeliveryMessages.write(message)))
                .toList());
    }

    @Override
    public void send(DeliveryMessage message, Duration delay) {
        int seconds = (int) delay.plusNanos(999_999_999).toSeconds();
        sqs.sendMessage(send -> send.queueUrl(url)
                .messageGroupId(message.webhook().value())
                .delaySeconds(seconds)
                .messageBody(DeliveryMessages.write(message)));
    }
}
