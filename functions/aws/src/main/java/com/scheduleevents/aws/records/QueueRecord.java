package com.scheduleevents.aws.records;

/**
 * A message of a queue.
 *
 * @param id the message id that SQS assigned
 * @param body its text
 * @param receivedBefore whether it was delivered before; that handler may have crashed at any step, or may still be running
 */
public record QueueRecord(String id, String body, boolean receivedBefore) {

    /** Omits the body, which may contain an event. */
    @Override
    public String toString() {
        return "QueueRecord[" + id + "]";
    }
}
