package com.scheduleevents.aws.queues;

import java.util.Map;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * Where goes, whole, what can never be handled, by the hand of the function that found out. (A stream's own destination would
 * get only the place of a record in the stream, which is gone after a day.)
 */
public final class DeadLetters {

    private final SqsClient sqs;
    private final String url;

    /**
     * @param url the dead-letter queue's address
     */
    public DeadLetters(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /**
     * Puts it there. When it returns, it is there.
     *
     * @param body the whole of it
     * @param reason why it cannot be handled, without anything it holds; becomes an attribute of the message
     */
    public void put(String body, String reason) {
        sqs.sendMessage(send -> send.queueUrl(url)
                .messageBody(body)
                .messageAttributes(Map.of(
                        "reason",
                        MessageAttributeValue.builder()
                                .dataType("String")
                                .stringValue(reason)
                                .build())));
    }
}
