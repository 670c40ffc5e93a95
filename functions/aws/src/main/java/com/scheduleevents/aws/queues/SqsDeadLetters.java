package com.scheduleevents.aws.queues;

import com.scheduleevents.domain.delivery.DeadLetterSink;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import java.util.Map;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** A dead-letter queue on SQS; the reason is a message attribute. */
public final class SqsDeadLetters implements DeadLetterSink {

    private final SqsClient sqs;
    private final String url;
    private final MetricRecorder metrics;

    /**
     * @param url the URL of the queue
     * @param metrics counts each message after it was stored
     */
    public SqsDeadLetters(SqsClient sqs, String url, MetricRecorder metrics) {
        this.sqs = sqs;
        this.url = url;
        this.metrics = metrics;
    }

    @Override
    public void put(String body, String reason) {
        MessageAttributeValue attribute = MessageAttributeValue.builder()
                .dataType("String")
                .stringValue(reason)
                .build();
        sqs.sendMessage(send -> send.queueUrl(url).messageBody(body).messageAttributes(Map.of("reason", attribute)));
        metrics.add(Metric.DEAD_LETTER_MESSAGES);
    }
}
