package com.scheduleevents.aws.records;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * A message of a queue.
 *
 * @param id the message id that SQS assigned
 * @param body its text
 * @param receivedBefore whether it was delivered before; that handler may have crashed at any step, or may still be running
 * @param timeLeft until the function is ended; read anew by each call
 */
public record QueueRecord(String id, String body, boolean receivedBefore, Supplier<Duration> timeLeft) {

    /** Omits the body, which may contain an event. */
    @Override
    public String toString() {
        return "QueueRecord[" + id + "]";
    }
}
