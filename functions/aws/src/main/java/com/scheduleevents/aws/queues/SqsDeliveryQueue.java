package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Deliveries on a standard queue of SQS, with the account as message group, so that the deliveries of one tenant do not delay those of
 * others (fair queues). If each webhook were a group, those of a tenant with many webhooks would each hold a small share of the queue, and
 * SQS would not notice that together they delay the tenant's neighbours.
 */
public final class SqsDeliveryQueue extends StandardQueue<DeliveryMessage> implements DeliveryQueue {

    /** @param url the URL of the queue */
    public SqsDeliveryQueue(SqsClient sqs, String url) {
        super(sqs, url, MessageCodec.DELIVERY, message -> message.account().value());
    }
}
