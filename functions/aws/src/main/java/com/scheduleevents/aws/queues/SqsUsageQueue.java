package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.queues.StandardQueue.Outgoing;
import com.scheduleevents.domain.usage.UsageMessage;
import com.scheduleevents.domain.usage.UsageQueue;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Counts on a standard queue of SQS, the account as their message group. */
public final class SqsUsageQueue implements UsageQueue {

    private final StandardQueue queue;

    /**
     * @param url the queue's address
     */
    public SqsUsageQueue(SqsClient sqs, String url) {
        this.queue = new StandardQueue(sqs, url);
    }

    @Override
    public void send(List<UsageMessage> messages) {
        queue.send(messages.stream()
                .map(message -> new Outgoing(message.account().value(), MessageCodec.USAGE.write(message)))
                .toList());
    }
}
