package com.scheduleevents.operator.deadletters;

import java.time.Instant;
import java.util.Optional;

/**
 * A message received from a dead-letter queue.
 *
 * @param id the SQS message id
 * @param handle the receipt handle
 * @param group its message group, if it has one
 * @param reason why a function put it there; empty when SQS did, after too many receives
 * @param redriven whether it was redriven before
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

    /** Without the body, which may contain an event. */
    @Override
    public String toString() {
        return "DeadLetter[" + id + "]";
    }
}
