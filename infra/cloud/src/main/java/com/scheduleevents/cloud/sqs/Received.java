package com.scheduleevents.cloud.sqs;

import java.time.Instant;
import java.util.Optional;

/**
 * A message as it was received.
 *
 * @param receipt what it is deleted by
 * @param receives how often it was received, this time included
 */
record Received(
        String id,
        ReceiptHandle receipt,
        QueuedMessage.Content content,
        Instant sent,
        Instant firstReceived,
        int receives,
        Optional<String> source) {

    static Received of(QueuedMessage message) {
        return new Received(
                message.id(),
                new ReceiptHandle(message.id(), message.receives()),
                message.content(),
                message.sent(),
                message.firstReceived(),
                message.receives(),
                message.source());
    }
}
