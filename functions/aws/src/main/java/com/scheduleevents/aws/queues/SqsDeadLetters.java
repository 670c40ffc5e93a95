package com.scheduleevents.aws.queues;

import com.scheduleevents.domain.delivery.DeadLetters;
import java.util.Map;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** A dead-letter queue on SQS; the reason is a message attribute. */
public final class SqsDeadLetters implements DeadLetters {

    private final SqsClient sqs;
    private final String url;

    /** @param url the URL of the queue */
    public SqsDeadLetters(SqsClient sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    @Override
    public void put(String body, String reason) {
        MessageAttributeValue attribute = MessageAttributeValue.builder()
                .dataType("String")
                .stringValue(reason)
                .build();
        sqs.sendMessage(send -> send.queueUrl(url).messageBody(body).messageAttributes(Map.of("reason", attribute)));
    }
}
