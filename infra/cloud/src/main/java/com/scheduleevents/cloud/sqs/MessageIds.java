package com.scheduleevents.cloud.sqs;

import java.util.UUID;
import java.util.random.RandomGenerator;

/** Creates the ids of messages, and numbers the messages of all queues in the order in which they were sent. */
final class MessageIds {

    private final RandomGenerator random;
    private long minted;

    MessageIds(RandomGenerator random) {
        this.random = random;
    }

    long order() {
        return ++minted;
    }

    String next() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }
}
