package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.queues.StandardQueue.Outgoing;
import com.scheduleevents.domain.holding.Check;
import com.scheduleevents.domain.holding.CheckQueue;
import com.scheduleevents.domain.holding.Checks;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Checks on a standard queue of SQS, beside the later attempts of deliveries; the webhook is the message group. */
public final class SqsCheckQueue implements CheckQueue {

    private final StandardQueue queue;

    /**
     * @param url the queue's address
     */
    public SqsCheckQueue(SqsClient sqs, String url) {
        this.queue = new StandardQueue(sqs, url);
    }

    @Override
    public void send(List<Check> checks) {
        queue.send(checks.stream()
                .map(check -> new Outgoing(check.webhook().value(), Checks.write(check)))
                .toList());
    }
}
