package com.scheduleevents.domain.delivery;

/**
 * Port: where goes, whole, what can never be handled, by the hand of the function that found out. (A stream's own destination
 * would get only the place of a record in the stream, and the record is gone after a day.)
 */
@FunctionalInterface
public interface DeadLetters {

    /**
     * Puts it there. When it returns, it is there.
     *
     * @param body the whole of it
     * @param reason why it cannot be handled, without anything that it holds
     */
    void put(String body, String reason);
}
