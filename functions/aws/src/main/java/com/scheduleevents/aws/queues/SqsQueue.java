package com.scheduleevents.aws.queues;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.usage.UsageMessage;
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

/**
 * A standard queue of SQS, whose messages belong to groups. A group is a hint to SQS: the backlog of one delays no other (fair queues).
 *
 * @param <T> the type of its messages
 */
public final class SqsQueue<T> implements MessageQueue<T> {

    /** The attribute of a copy of a message that was received before: SQS counts the receives of the copy from one. */
    public static final String RECEIVED_BEFORE = "received_before";

    /** The value of an attribute whose presence alone tells something. */
    static final MessageAttributeValue YES = MessageAttributeValue.builder()
            .dataType("String")
            .stringValue("true")
            .build();

    private static final Map<String, MessageAttributeValue> COPY = Map.of(RECEIVED_BEFORE, YES);

    /** The most messages that SQS takes in one call; at 16 KB an event they stay far below its limit of 1 MB. */
    private static final int MAX_PER_CALL = 10;

    private final SqsClient sqs;
    private final String url;
    private final MessageCodec<T> codec;
    private final Function<T, String> group;

    private SqsQueue(SqsClient sqs, String url, MessageCodec<T> codec, Function<T, String> group) {
        this.sqs = sqs;
        this.url = url;
        this.codec = codec;
        this.group = group;
    }

    /**
     * Deliveries, with the account as message group, so that the deliveries of one tenant do not delay those of others. If each webhook were
     * a group, those of a tenant with many webhooks would each hold a small share of the queue, and SQS would not notice that together they
     * delay the tenant's neighbours.
     */
    public static SqsQueue<DeliveryMessage> ofDeliveries(SqsClient sqs, String url) {
        return new SqsQueue<>(
                sqs, url, MessageCodec.DELIVERY, message -> message.account().value());
    }

    /**
     * Probes, which share their queue with later attempts. They have a message group of their own for each webhook, so that a probe does not
     * wait behind the deliveries of its webhook.
     */
    public static SqsQueue<Probe> ofProbes(SqsClient sqs, String url) {
        return new SqsQueue<>(
                sqs,
                url,
                MessageCodec.PROBE,
                probe -> "probe-" + probe.webhook().value());
    }

    /** Replay steps, with the webhook as message group. */
    public static SqsQueue<ReplayMessage> ofReplaySteps(SqsClient sqs, String url) {
        return new SqsQueue<>(
                sqs, url, MessageCodec.REPLAY, step -> step.webhook().value());
    }

    /** The e-mails that are due, with the account as message group, so that those of one tenant do not delay those of others. */
    public static SqsQueue<Notice> ofNotices(SqsClient sqs, String url) {
        return new SqsQueue<>(
                sqs, url, MessageCodec.NOTICE, notice -> notice.account().value());
    }

    /** Counts to make, with the account as message group. */
    public static SqsQueue<UsageMessage> ofCounts(SqsClient sqs, String url) {
        return new SqsQueue<>(
                sqs, url, MessageCodec.USAGE, count -> count.account().value());
    }

    @Override
    public void send(T message, Duration delay) {
        sqs.sendMessage(request(message, delay).build());
    }

    @Override
    public void sendAgain(T message, Duration delay) {
        sqs.sendMessage(request(message, delay).messageAttributes(COPY).build());
    }

    private SendMessageRequest.Builder request(T message, Duration delay) {
        return SendMessageRequest.builder()
                .queueUrl(url)
                .messageGroupId(group.apply(message))
                .delaySeconds(seconds(delay))
                .messageBody(codec.write(message));
    }

    /**
     * Puts messages on the queue, in calls of ten.
     *
     * @throws IllegalStateException when some were rejected
     */
    @Override
    public void send(List<T> messages, Duration delay, boolean receivedBefore) {
        for (int from = 0; from < messages.size(); from += MAX_PER_CALL) {
            call(messages.subList(from, Math.min(from + MAX_PER_CALL, messages.size())), delay, receivedBefore);
        }
    }

    private void call(List<T> messages, Duration delay, boolean receivedBefore) {
        List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
        for (T message : messages) {
            var entry = SendMessageBatchRequestEntry.builder()
                    .id(Integer.toString(entries.size()))
                    .messageGroupId(group.apply(message))
                    .delaySeconds(seconds(delay))
                    .messageBody(codec.write(message));
            entries.add((receivedBefore ? entry.messageAttributes(COPY) : entry).build());
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
