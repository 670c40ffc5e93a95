package com.scheduleevents.aws.queues;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * A queue that dead letters go back to. SQS counts the receives of such a message anew; an attribute tells the function that
 * it was received before, so that whatever it owed by then is made up for.
 */
public final class SqsRedriveQueue {

    /** The attribute of a message that was a dead letter. */
    public static final String REDRIVEN = "redriven";

    private static final MessageAttributeValue YES = MessageAttributeValue.builder()
            .dataType("String")
            .stringValue("true")
            .build();

    private final SqsClient sqs;
    private final String url;

    /**
     * @param url the queue's address
     */
    public SqsRedriveQueue(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /**
     * Puts a message back. When it returns, it is there.
     *
     * @param group the message group it was in, if it was in one
     */
    public void put(String body, Optional<String> group) {
        sqs.sendMessage(send -> {
            send.queueUrl(url).messageBody(body).messageAttributes(Map.of(REDRIVEN, YES));
            group.ifPresent(send::messageGroupId);
        });
    }
}
