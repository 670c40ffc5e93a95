package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.queues.StandardQueue.Outgoing;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Deliveries on a standard queue of SQS. The webhook is the message group, by which SQS keeps the backlog of one from delaying
 * the others (fair queues); it is a hint to SQS, and nothing reads it.
 */
public final class SqsDeliveryQueue implements DeliveryQueue {

    private final StandardQueue queue;

    /**
     * @param url the queue's address
     */
    public SqsDeliveryQueue(SqsClient sqs, String url) {
        this.queue = new StandardQueue(sqs, url);
    }

    @Override
    public void send(List<DeliveryMessage> messages) {
        queue.send(messages.stream().map(SqsDeliveryQueue::outgoing).toList());
    }

    @Override
    public void send(DeliveryMessage message, Duration delay) {
        queue.send(outgoing(message), delay);
    }

    private static Outgoing outgoing(DeliveryMessage message) {
        return new Outgoing(message.webhook().value(), MessageCodec.DELIVERY.write(message));
    }
}
