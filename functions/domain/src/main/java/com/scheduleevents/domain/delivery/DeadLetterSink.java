package com.scheduleevents.domain.delivery;

/**
 * Port: a dead-letter queue, to which a function moves a whole message or record that it can never handle. (The on-failure
 * destination of a stream would get only the record's position in the stream, and the record expires after a day.)
 */
@FunctionalInterface
public interface DeadLetterSink {

    /**
     * Puts a dead-letter message on the queue; it is on it when the method returns.
     *
     * @param body the whole message or record
     * @param reason why it cannot be handled, without its content
     */
    void put(String body, String reason);
}
