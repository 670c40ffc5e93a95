package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Deliveries on a standard queue of SQS, with the account as message group, so that the deliveries of one tenant do not delay those of
 * others (fair queues). With a group for each webhook, a tenant of many webhooks would have a small share of the queue with each of them,
 * and SQS would not tell it from its neighbours.
 */
public final class SqsDeliveryQueue extends StandardQueue<DeliveryMessage> implements DeliveryQueue {

    /** @param url the URL of the queue */
    public SqsDeliveryQueue(SqsClient sqs, String url) {
        super(sqs, url, MessageCodec.DELIVERY, message -> message.account().value());
    }
}
