package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.circuit.ProbeQueue;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Probes on a standard queue of SQS, which they share with later attempts. They have a message group of their own for each webhook, so
 * that a probe does not wait behind the deliveries of its webhook.
 */
public final class SqsProbeQueue extends StandardQueue<Probe> implements ProbeQueue {

    /** @param url the URL of the queue */
    public SqsProbeQueue(SqsClient sqs, String url) {
        super(sqs, url, MessageCodec.PROBE, probe -> "probe-" + probe.webhook().value());
    }
}
