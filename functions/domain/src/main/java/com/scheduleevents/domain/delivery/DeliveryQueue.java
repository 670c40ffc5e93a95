package com.scheduleevents.domain.delivery;

import java.time.Duration;
import java.util.List;

/** Port: a queue of deliveries. Each message comes at least once, some more often, in any order. */
public interface DeliveryQueue {

    /** The longest that one message can be put off, SQS's own limit; a longer wait is several hops. */
    Duration MAX_DELAY = Duration.ofMinutes(15);

    /**
     * Puts messages on the queue. When it returns, every one of them is there.
     *
     * @throws RuntimeException when not all of them are; some may be
     */
    void send(List<DeliveryMessage> messages);

    /**
     * Puts one message on the queue, to be received after a delay.
     *
     * @param delay at most {@link #MAX_DELAY}; rounded up to whole seconds
     */
    void send(DeliveryMessage message, Duration delay);
}
