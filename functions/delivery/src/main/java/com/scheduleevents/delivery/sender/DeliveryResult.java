package com.scheduleevents.delivery.sender;

/** What became of a delivery message. */
enum DeliveryResult {
    /** Its attempt was made, and the receiver has it. */
    SUCCEEDED,
    /** Its attempt was made and failed; what follows is under way. */
    FAILED,
    /** It needs no attempt, or none of its own. */
    NOT_ATTEMPTED,
    /** It waits on a queue. */
    KEPT,
    /** It is in the backlog, or stays so. */
    ADDED_TO_BACKLOG;

    /** Whether nothing waits in its place. */
    boolean isDone() {
        return this != KEPT && this != ADDED_TO_BACKLOG;
    }
}
