package com.scheduleevents.delivery.customer;

import com.scheduleevents.domain.destination.SqsAddress;
import com.scheduleevents.domain.receiver.AttemptRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Sends attempts to queues of SQS: the body is that of the message, and the headers are its attributes. */
final class SqsMessages {

    private final Function<String, SqsClient> newClient;
    private final Map<String, SqsClient> clients = new ConcurrentHashMap<>();

    /** @param newClient makes the client of a region */
    SqsMessages(Function<String, SqsClient> newClient) {
        this.newClient = newClient;
    }

    /**
     * Sends one message.
     *
     * @return the status of the response
     * @throws SdkException when SQS does not take it
     */
    int send(SqsAddress queue, AttemptRequest request, SessionCall session) {
        return clients.computeIfAbsent(queue.region(), newClient)
                .sendMessage(send -> send.queueUrl(queue.address())
                        .messageBody(request.body())
                        .messageAttributes(attributes(request.headers()))
                        .overrideConfiguration(session::configure))
                .sdkHttpResponse()
                .statusCode();
    }

    private static Map<String, MessageAttributeValue> attributes(Map<String, String> headers) {
        return headers.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, header -> MessageAttributeValue.builder()
                        .dataType("String")
                        .stringValue(header.getValue())
                        .build()));
    }
}
