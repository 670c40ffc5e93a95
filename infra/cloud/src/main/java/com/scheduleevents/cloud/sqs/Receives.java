package com.scheduleevents.cloud.sqs;

import com.scheduleevents.cloud.requests.KnownFields;
import com.scheduleevents.cloud.time.CloudTime;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;

/** Receives messages, with short and with long polling. */
final class Receives {

    private static final KnownFields RECEIVE = KnownFields.of(
            "QueueUrl",
            "MaxNumberOfMessages",
            "VisibilityTimeout",
            "WaitTimeSeconds",
            "MessageSystemAttributeNames",
            "MessageAttributeNames");
    private static final int MOST_MESSAGES = 10;
    private static final int LONGEST_WAIT = 20;

    private final CloudTime time;
    private final StoredQueues queues;

    Receives(CloudTime time, StoredQueues queues) {
        this.time = time;
        this.queues = queues;
    }

    /** What is there now. */
    List<Received> now(ReceiveMessageRequest request) {
        RECEIVE.require(request);
        SimulatedQueue queue = queues.at(request.queueUrl());
        int max = Optional.ofNullable(request.maxNumberOfMessages()).orElse(1);
        if (max < 1 || max > MOST_MESSAGES) {
            throw SqsErrors.invalidParameter("MaxNumberOfMessages must be between 1 and 10, if provided.");
        }
        if (request.waitTimeSeconds() != null
                && (request.waitTimeSeconds() < 0 || request.waitTimeSeconds() > LONGEST_WAIT)) {
            throw SqsErrors.invalidParameter("WaitTimeSeconds must be >= 0 and <= 20, if provided.");
        }
        Duration visibility = request.visibilityTimeout() == null
                ? queue.settings().visibility()
                : SimulatedSqs.visibility(request.visibilityTimeout());
        return queue.receive(max, visibility, queues.deadLetters(queue));
    }

    /** Waits for something to be there for as long as the request says. */
    List<Received> longPoll(ReceiveMessageRequest request, List<Received> first) {
        SimulatedQueue queue = queues.at(request.queueUrl());
        Duration wait = request.waitTimeSeconds() == null
                ? queue.settings().receiveWait()
                : Duration.ofSeconds(request.waitTimeSeconds());
        long until = time.nanos() + wait.toNanos();
        List<Received> received = first;
        while (received.isEmpty() && time.nanos() < until) {
            await(queue, Duration.ofNanos(until - time.nanos()));
            received = now(request);
        }
        return received;
    }

    void await(SimulatedQueue queue, Duration atMost) {
        Duration next = queue.untilNext();
        if (next.isZero()) {
            // What is there may not be seen by every poll; a moment later it may.
            time.sleep(Duration.ofMillis(1));
        } else {
            long until = time.nanos() + atMost.toNanos();
            do {
                Duration left = Duration.ofNanos(until - time.nanos());
                queue.news().await(next.compareTo(left) < 0 ? next : left);
                next = queue.untilNext();
            } while (!next.isZero() && time.nanos() < until);
        }
    }

    ReceiveMessageResponse response(ReceiveMessageRequest request, List<Received> received) {
        return ReceiveMessageResponse.builder()
                .messages(received.stream().map(one -> message(request, one)).toList())
                .build();
    }

    private static Message message(ReceiveMessageRequest request, Received received) {
        Map<String, MessageAttributeValue> attributes =
                new TreeMap<>(received.content().attributes());
        List<String> wanted = request.messageAttributeNames();
        if (!wanted.contains("All") && !wanted.contains(".*")) {
            attributes.keySet().retainAll(wanted);
        }
        Message.Builder message = Message.builder();
        MessageDigests.md5(attributes).ifPresent(message::md5OfMessageAttributes);
        return message.messageId(received.id())
                .receiptHandle(received.receipt().text())
                .body(received.content().body())
                .md5OfBody(MessageDigests.md5(received.content().body()))
                .messageAttributes(attributes)
                .attributes(systemAttributes(request, received))
                .build();
    }

    private static Map<MessageSystemAttributeName, String> systemAttributes(
            ReceiveMessageRequest request, Received received) {
        Map<MessageSystemAttributeName, String> all = new EnumMap<>(MessageSystemAttributeName.class);
        all.put(MessageSystemAttributeName.SENDER_ID, "AIDASIMULATED");
        all.put(
                MessageSystemAttributeName.SENT_TIMESTAMP,
                Long.toString(received.sent().toEpochMilli()));
        all.put(
                MessageSystemAttributeName.APPROXIMATE_FIRST_RECEIVE_TIMESTAMP,
                Long.toString(received.firstReceived().toEpochMilli()));
        all.put(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, Integer.toString(received.receives()));
        received.content().group().ifPresent(group -> all.put(MessageSystemAttributeName.MESSAGE_GROUP_ID, group));
        received.source().ifPresent(arn -> all.put(MessageSystemAttributeName.DEAD_LETTER_QUEUE_SOURCE_ARN, arn));
        List<String> wanted = request.messageSystemAttributeNamesAsStrings();
        if (!wanted.contains("All")) {
            all.keySet().removeIf(name -> !wanted.contains(name.toString()));
        }
        return all;
    }
}
