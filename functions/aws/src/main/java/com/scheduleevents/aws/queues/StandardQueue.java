package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.messages.MessageCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/** A standard queue of SQS whose messages belong to groups. A group is a hint to SQS: the backlog of one delays no other. */
abstract class StandardQueue<T> {

    /** The attribute of a copy of a message that was received before. */
    public static final String RECEIVED_BEFORE = "received_before";

    /** The value of an attribute whose presence alone tells something. */
    static final MessageAttributeValue YES = MessageAttributeValue.builder()
            .dataType("String")
            .stringValue("true")
            .build();

    /** The most messages that SQS takes in one call; at 16 KB an event they stay far below its limit of 1 MB. */
    private static final int MAX_PER_CALL = 10;

    private final SqsClient sqs;
    private final String url;
    private final MessageCodec<T> codec;
    private final Function<T, String> group;

    /**
     * @param url the URL of the queue
     * @param group the message group of a message
     */
    StandardQueue(SqsClient sqs, String url, MessageCodec<T> codec, Function<T, String> group) {
        this.sqs = sqs;
        this.url = url;
        this.codec = codec;
        this.group = group;
    }

    /**
     * Puts a message on the queue, to be received after a delay; it is on it when the method returns.
     *
     * @param delay at most 15 minutes; rounded up to whole seconds
     */
    public void send(T message, Duration delay) {
        sqs.sendMessage(request(message, delay).build());
    }

    /**
     * Puts a copy of a message that was received before on the queue, to be received after a delay; it is on it when the method returns.
     * SQS counts the receives of the copy from one; an attribute tells the function what it is.
     *
     * @param delay at most 15 minutes; rounded up to whole seconds
     */
    public void sendAgain(T message, Duration delay) {
        sqs.sendMessage(request(message, delay)
                .messageAttributes(Map.of(RECEIVED_BEFORE, YES))
                .build());
    }

    private SendMessageRequest.Builder request(T message, Duration delay) {
        return SendMessageRequest.builder()
                .queueUrl(url)
                .messageGroupId(group.apply(message))
                .delaySeconds(seconds(delay))
                .messageBody(codec.write(message));
    }

    /**
     * Puts messages on the queue, in calls of ten; all of them are on it when the method returns.
     *
     * @throws IllegalStateException when some were rejected
     */
    public void send(List<T> messages) {
        send(messages, Duration.ZERO);
    }

    /**
     * Puts messages on the queue, in calls of ten, to be received after a delay; all of them are on it when the method returns.
     *
     * @param delay at most 15 minutes; rounded up to whole seconds
     * @throws IllegalStateException when some were rejected
     */
    public void send(List<T> messages, Duration delay) {
        for (int from = 0; from < messages.size(); from += MAX_PER_CALL) {
            call(messages.subList(from, Math.min(from + MAX_PER_CALL, messages.size())), seconds(delay));
        }
    }

    private void call(List<T> messages, int delay) {
        List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
        for (T message : messages) {
            entries.add(SendMessageBatchRequestEntry.builder()
                    .id(Integer.toString(entries.size()))
                    .messageGroupId(group.apply(message))
                    .delaySeconds(delay)
                    .messageBody(codec.write(message))
                    .build());
        }
        var response = sqs.sendMessageBatch(send -> send.queueUrl(url).entries(entries));
        if (response.hasFailed() && !response.failed().isEmpty()) {
            throw new IllegalStateException(response.failed().size() + " of " + entries.size()
                    + " messages were rejected by the queue: "
                    + response.failed().stream()
                            .map(BatchResultErrorEntry::code)
                            .distinct()
                            .collect(Collectors.joining(", ")));
        }
    }

    private static int seconds(Duration delay) {
        return (int) delay.plusNanos(999_999_999).toSeconds();
    }
}
