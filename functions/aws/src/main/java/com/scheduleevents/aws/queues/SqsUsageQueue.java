package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.usage.UsageMessage;
import com.scheduleevents.domain.usage.UsageQueue;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Counts to make on a standard queue of SQS, with the account as message group. */
public final class SqsUsageQueue extends StandardQueue<UsageMessage> implements UsageQueue {

    /** @param url the URL of the queue */
    public SqsUsageQueue(SqsClient sqs, String url) {
        super(sqs, url, MessageCodec.USAGE, message -> message.account().value());
    }
}
