package com.scheduleevents.operator.deadletters;

import com.scheduleevents.aws.queues.SqsRedriveQueue;
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

/** A dead-letter queue on SQS, to be read and emptied. */
final class DeadLetterClient {

    /** How many messages one call can bring. */
    static final int CALL = 10;

    /** Long enough for ten letters to be put back; after it, those of a command that died can be received again. */
    private static final Duration HELD = Duration.ofMinutes(2);

    /** With a wait SQS asks all of its servers, so that an empty answer means an empty queue. */
    private static final int WAIT_SECONDS = 1;

    private final SqsClient sqs;
    private final String url;
    private final Duration held;

    /**
     * @param url the queue's address
     */
    DeadLetterClient(SqsClient sqs, String url) {
        this(sqs, url, HELD);
    }

    /**
     * @param held how long a letter that was taken is nobody else's
     */
    DeadLetterClient(SqsClient sqs, String url, Duration held) {
        this.sqs = sqs;
        this.url = url;
        this.held = held;
    }

    /** How many letters are there, in nobody's hands; SQS's count may lag by a minute. */
    int count() {
        return Integer.parseInt(sqs.getQueueAttributes(
                        get -> get.queueUrl(url).attributeNames(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES))
                .attributes()
                .getOrDefault(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES, "0"));
    }

    /** Takes letters out for a while, two minutes by default; none when there is none. */
    List<DeadLetter> take(int max) {
        return sqs
                .receiveMessage(receive -> receive.queueUrl(url)
                        .maxNumberOfMessages(Math.min(max, CALL))
                        .visibilityTimeout((int) held.toSeconds())
                        .waitTimeSeconds(WAIT_SECONDS)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
                        .messageAttributeNames("All"))
                .messages()
                .stream()
                .map(DeadLetterClient::letter)
                .toList();
    }

    /** Looks at letters: takes them out, and gives them back. */
    List<DeadLetter> look(int max) {
        List<DeadLetter> seen = new ArrayList<>();
        try {
            while (seen.size() < max) {
                List<DeadLetter> some = take(max - seen.size());
                if (some.isEmpty()) {
                    break;
                }
                seen.addAll(some);
            }
        } finally {
            seen.forEach(this::giveBack);
        }
        return seen;
    }

    /** Lets others have a letter at once. */
    void giveBack(DeadLetter letter) {
        sqs.changeMessageVisibility(
                change -> change.queueUrl(url).receiptHandle(letter.handle()).visibilityTimeout(0));
    }

    /** Removes a letter for good. */
    void delete(DeadLetter letter) {
        sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(letter.handle()));
    }

    private static DeadLetter letter(Message message) {
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
