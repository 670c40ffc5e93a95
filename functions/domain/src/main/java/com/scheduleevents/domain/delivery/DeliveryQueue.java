package com.scheduleevents.domain.delivery;

import java.time.Duration;
import java.util.List;

/** Port: a queue of deliveries, which are received at least once and in any order. */
public interface DeliveryQueue {

    /** The longest delay of one message, which is the limit of SQS; a longer wait is several hops. */
    Duration MAX_DELAY = Duration.ofMinutes(15);

    /**
     * Puts messages on the queue; all of them are on it when the method returns.
     *
     * @throws RuntimeException when some could not be queued; others may have been
     */
    void send(List<DeliveryMessage> messages);

    /**
     * Puts one message on the queue, to be received after a delay.
     *
     * @param delay at most {@link #MAX_DELAY}; rounded up to whole seconds
     */
    void send(DeliveryMessage message, Duration delay);

    /**
     * Puts a copy of a message that was received before on the queue, to be received after a delay. Whoever receives it learns that, as of
     * a message that comes again: another receiver of the message may have crashed, so that steps of it are missing.
     *
     * @param delay at most {@link #MAX_DELAY}; rounded up to whole seconds
     */
    void sendAgain(DeliveryMessage message, Duration delay);
}
