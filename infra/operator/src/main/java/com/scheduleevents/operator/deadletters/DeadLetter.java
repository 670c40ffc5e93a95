package com.scheduleevents.operator.deadletters;

import java.time.Instant;
import java.util.Optional;

/**
 * A dead letter, as it was received.
 *
 * @param id SQS's name for the message
 * @param handle by which this receipt of it is deleted or given back
 * @param body its text
 * @param group its message group, where the queue tells
 * @param reason why a function put it there; empty when SQS did, after too many receives
 * @param redriven whether it was put back before, and came again
 * @param sentAt when it was first put on a queue
 */
record DeadLetter(
        String id,
        String handle,
        String body,
        Optional<String> group,
        Optional<String> reason,
        boolean redriven,
        Instant sentAt) {

    /** Without the body, which may hold an event. */
    @Override
    public String toString() {
        return "Letter[" + id + "]";
    }
}
