package com.scheduleevents.delivery.sender;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.testkit.memory.InMemoryQueue;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** A retry queue with the delays of SQS: whole seconds, at most 15 minutes. */
final class RetryQueue implements DeliveryQueue {

    private final InMemoryQueue queue;
    private final InstantSource time;

    RetryQueue(InMemoryQueue queue, InstantSource time) {
        this.queue = queue;
        this.time = time;
    }

    @Override
    public void send(List<DeliveryMessage> messages) {
        throw new AssertionError("a sender sends one message at a time");
    }

    @Override
    public void send(DeliveryMessage message, Duration delay) {
        if (delay.compareTo(MAX_DELAY) > 0) {
            throw new AssertionError("a hop of " + delay);
        }
        long seconds = delay.plusNanos(999_999_999).toSeconds();
        queue.put(MessageCodec.DELIVERY.write(message), time.instant().plusSeconds(seconds));
    }
}
