package com.scheduleevents.aws.records;

import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.scheduleevents.domain.error.ExceptionSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;

/**
 * Has SQS deliver failed messages again after waits that double with each receive. What fails for a moment is soon repeated, and what
 * fails for hours costs little: a message is received 680 times, in seven days, before SQS moves it to the dead-letter queue.
 */
public final class GrowingDelays implements MessageDelays {

    private static final Logger LOG = LoggerFactory.getLogger(GrowingDelays.class);

    /** The wait after the first receive. */
    static final Duration SHORTEST = Duration.ofSeconds(5);

    /** The longest wait. */
    static final Duration LONGEST = Duration.ofMinutes(15);

    private final SqsClient sqs;
    private final Map<String, String> urls;

    /** @param urls the URLs of the queues whose messages the function gets */
    public GrowingDelays(SqsClient sqs, String... urls) {
        this.sqs = sqs;
        this.urls = Stream.of(urls).collect(Collectors.toMap(QueueRecord::queueOf, Function.identity()));
    }

    @Override
    public void delay(List<SQSMessage> failed) {
        List<ChangeMessageVisibilityBatchRequestEntry> entries = new ArrayList<>();
        for (SQSMessage message : failed) {
            entries.add(ChangeMessageVisibilityBatchRequestEntry.builder()
                    .id(Integer.toString(entries.size()))
                    .receiptHandle(message.getReceiptHandle())
                    .visibilityTimeout((int) afterReceive(receives(message)).toSeconds())
                    .build());
        }
        try {
            String url = url(failed.getFirst());
            sqs.changeMessageVisibilityBatch(change -> change.queueUrl(url).entries(entries));
        } catch (RuntimeException e) {
            LOG.warn(
                    "{} messages come again after the visibility timeout of their queue: {}",
                    failed.size(),
                    ExceptionSummary.of(e));
        }
    }

    /**
     * The wait before a message is received again.
     *
     * @param receives how often it was received, from 1
     */
    public static Duration afterReceive(int receives) {
        Duration doubled = SHORTEST.multipliedBy(1L << Math.min(receives - 1, 20));
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }

    private String url(SQSMessage message) {
        if (urls.size() == 1) {
            return urls.values().iterator().next();
        }
        String name = QueueRecord.queueOf(message.getEventSourceArn());
        String url = urls.get(name);
        if (url == null) {
            throw new IllegalStateException("give this function the URL of its queue " + name);
        }
        return url;
    }

    private static int receives(SQSMessage message) {
        return Integer.parseInt(message.getAttributes().get("ApproximateReceiveCount"));
    }
}
