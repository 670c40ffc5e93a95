package com.scheduleevents.aws.queues;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * A queue to which dead-letter messages are redriven. SQS counts the receives of a redriven message from one; an attribute tells the
 * function that it was received before, so that it repeats the steps that may be missing.
 */
public final class SqsRedriveQueue {

    /** The attribute of a redriven message. */
    public static final String REDRIVEN = "redriven";

    private final SqsClient sqs;
    private final String url;

    /** @param url the URL of the queue */
    public SqsRedriveQueue(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /**
     * Puts a message on the queue; it is on it when the method returns.
     *
     * @param group its former message group, if any
     */
    public void put(String body, Optional<String> group) {
        sqs.sendMessage(send -> {
            send.queueUrl(url).messageBody(body).messageAttributes(Map.of(REDRIVEN, SqsQueue.YES));
            group.ifPresent(send::messageGroupId);
        });
    }
}
