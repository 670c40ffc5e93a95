package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Deliveries on a standard queue of SQS, with the webhook as message group, so that the backlog of one webhook does not delay others (fair
 * queues).
 */
public final class SqsDeliveryQueue extends StandardQueue<DeliveryMessage> implements DeliveryQueue {

    /** @param url the URL of the queue */
    public SqsDeliveryQueue(SqsClient sqs, String url) {
        super(sqs, url, MessageCodec.DELIVERY, message -> message.webhook().value());
    }
}
