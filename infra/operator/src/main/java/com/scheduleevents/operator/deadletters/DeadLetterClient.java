package com.scheduleevents.operator.deadletters;

import com.scheduleevents.aws.queues.SqsRedriveQueue;
import com.scheduleevents.operator.deployment.Deployment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Receives and deletes the messages of a dead-letter queue. */
final class DeadLetterClient {

    /** The greatest number of messages that one call receives. */
    static final int MAX_PER_CALL = 10;

    /** Long enough to redrive ten messages; after it, the messages of an interrupted command can be received again. */
    private static final Duration VISIBILITY = Duration.ofMinutes(2);

    /** With a wait SQS asks all of its servers, so that an empty response means an empty queue. */
    private static final int WAIT_SECONDS = 1;

    private final SqsClient sqs;
    private final String url;
    private final Duration visibility;

    DeadLetterClient(SqsClient sqs, String url) {
        this(sqs, url, VISIBILITY);
    }

    /**
     * @param visibility how long nobody else can receive a message that was received
     */
    DeadLetterClient(SqsClient sqs, String url, Duration visibility) {
        this.sqs = sqs;
        this.url = url;
        this.visibility = visibility;
    }

    static DeadLetterClient of(Deployment deployment, DeadLetterQueue queue) {
        return new DeadLetterClient(deployment.sqs(), deployment.resource(queue.resource()));
    }

    /** How many messages can be received; SQS's count may lag by a minute. */
    int count() {
        return Integer.parseInt(sqs.getQueueAttributes(
                        get -> get.queueUrl(url).attributeNames(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES))
                .attributes()
                .getOrDefault(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES, "0"));
    }

    /** Receives messages and hides them for the visibility time; an empty list when the queue is empty. */
    List<DeadLetter> receive(int max) {
        return sqs
                .receiveMessage(receive -> receive.queueUrl(url)
                        .maxNumberOfMessages(Math.min(max, MAX_PER_CALL))
                        .visibilityTimeout((int) visibility.toSeconds())
                        .waitTimeSeconds(WAIT_SECONDS)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                        .messageAttributeNames("All"))
                .messages()
                .stream()
                .map(DeadLetterClient::deadLetter)
                .toList();
    }

    /** Receives messages and makes them visible again. */
    List<DeadLetter> peek(int max) {
        List<DeadLetter> seen = new ArrayList<>();
        try {
            while (seen.size() < max) {
                List<DeadLetter> some = receive(max - seen.size());
                if (some.isEmpty()) {
                    break;
                }
                seen.addAll(some);
            }
        } finally {
            seen.forEach(this::release);
        }
        return seen;
    }

    /** Makes a message visible to other receivers. */
    void release(DeadLetter message) {
        sqs.changeMessageVisibility(
                change -> change.queueUrl(url).receiptHandle(message.handle()).visibilityTimeout(0));
    }

    /** Deletes a message. */
    void delete(DeadLetter message) {
        sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(message.handle()));
    }

    private static DeadLetter deadLetter(Message message) {
        var own = message.messageAttributes();
        return new DeadLetter(
                message.messageId(),
                message.receiptHandle(),
                message.body(),
                Optional.ofNullable(message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID)),
                Optional.ofNullable(own.get("reason")).map(MessageAttributeValue::stringValue),
                own.containsKey(SqsRedriveQueue.REDRIVEN),
                Instant.ofEpochMilli(Long.parseLong(
                        message.attributes().getOrDefault(MessageSystemAttributeName.SENT_TIMESTAMP, "0"))));
    }
}
