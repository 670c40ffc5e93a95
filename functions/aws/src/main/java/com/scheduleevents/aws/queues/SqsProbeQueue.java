package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.queues.StandardQueue.Outgoing;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.circuit.ProbeQueue;
import java.util.List;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Checks on a standard queue of SQS, beside the later attempts of deliveries; the webhook is the message group. */
public final class SqsProbeQueue implements ProbeQueue {

    private final StandardQueue queue;

    /**
     * @param url the queue's address
     */
    public SqsProbeQueue(SqsClient sqs, String url) {
        this.queue = new StandardQueue(sqs, url);
    }

    @Override
    public void send(List<Probe> checks) {
        queue.send(checks.stream()
                .map(check -> new Outgoing(check.webhook().value(), MessageCodec.PROBE.write(check)))
                .toList());
    }
}
