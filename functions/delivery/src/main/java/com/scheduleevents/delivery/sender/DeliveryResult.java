package com.scheduleevents.delivery.sender;

/** The result of processing a delivery message. */
enum DeliveryResult {
    /** The attempt was made and succeeded. */
    SUCCEEDED,
    /** The attempt was made and failed; the next step is queued. */
    FAILED,
    /** No attempt was needed. */
    NOT_ATTEMPTED,
    /** The delivery waits on the retry queue. */
    QUEUED,
    /** The delivery is in the backlog. */
    IN_BACKLOG,
    /** The function has no time left for an attempt: the delivery stays in the backlog. */
    NO_TIME;

    /** Whether neither the queue nor the backlog holds the delivery for a later attempt on behalf of this message. */
    boolean isDone() {
        return this != QUEUED && this != IN_BACKLOG && this != NO_TIME;
    }
}
