package com.scheduleevents.delivery.sender;

/** What became of a delivery message. */
enum Handled {
    /** Its attempt was made, and the receiver has it. */
    SUCCEEDED,
    /** Its attempt was made and failed; what follows is under way. */
    FAILED,
    /** It needs no attempt, or none of its own. */
    NOT_ATTEMPTED,
    /** It waits on a queue. */
    KEPT,
    /** It is parked, or stays so. */
    PARKED;

    /** Whether nothing waits in its place. */
    boolean isDone() {
        return this != KEPT && this != PARKED;
    }
}
