package com.scheduleevents.aws.records;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * A message of a queue.
 *
 * @param id the message id that SQS assigned
 * @param queue the name of its queue; empty while a function is primed
 * @param body its text
 * @param receivedBefore whether it was delivered before; that handler may have crashed at any step, or may still be running
 * @param timeLeft until the function is ended; read anew by each call
 */
public record QueueRecord(String id, String queue, String body, boolean receivedBefore, Supplier<Duration> timeLeft) {

    /** The name of a queue in its URL or ARN. */
    public static String queueOf(String address) {
        return address.substring(Math.max(address.lastIndexOf('/'), address.lastIndexOf(':')) + 1);
    }

    /** Omits the body, which may contain an event. */
    @Override
    public String toString() {
        return "QueueRecord[" + id + "]";
    }
}
