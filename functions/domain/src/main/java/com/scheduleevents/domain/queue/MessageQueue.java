package com.scheduleevents.domain.queue;

import java.time.Duration;
import java.util.List;

/**
 * Port: a queue, whose messages are received at least once and in any order. Messages are on it when a method returns.
 *
 * @param <T> the type of its messages
 */
@FunctionalInterface
public interface MessageQueue<T> {

    /** The longest delay of a message, which is the limit of SQS; a longer wait is several hops. */
    Duration MAX_DELAY = Duration.ofMinutes(15);

    /**
     * Puts messages on the queue, to be received after a delay.
     *
     * @param delay at most {@link #MAX_DELAY}; rounded up to whole seconds
     * @param receivedBefore whether they are copies of messages that were received before, as {@link #sendAgain} says
     * @throws RuntimeException when some could not be queued; others may have been
     */
    void send(List<T> messages, Duration delay, boolean receivedBefore);

    /** Puts messages on the queue, to be received after a delay. */
    default void send(List<T> messages, Duration delay) {
        send(messages, delay, false);
    }

    /** Puts messages on the queue. */
    default void send(List<T> messages) {
        send(messages, Duration.ZERO);
    }

    /** Puts a message on the queue, to be received after a delay. */
    default void send(T message, Duration delay) {
        send(List.of(message), delay);
    }

    /** Puts a message on the queue. */
    default void send(T message) {
        send(message, Duration.ZERO);
    }

    /**
     * Puts a copy of a message that was received before on the queue, to be received after a delay. Whoever receives it learns that, as of
     * a message that comes again: another receiver of the message may have crashed, so that steps of it are missing.
     */
    default void sendAgain(T message, Duration delay) {
        send(List.of(message), delay, true);
    }
}
