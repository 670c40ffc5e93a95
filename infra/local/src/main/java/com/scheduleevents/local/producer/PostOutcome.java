package com.scheduleevents.local.producer;

/** The outcome of posting a change. */
sealed interface PostOutcome {

    /** Recorded by this request (201). */
    record Accepted() implements PostOutcome {}

    /** Recorded before with the same key (200). */
    record Repeated() implements PostOutcome {}

    /**
     * Refused; repeating the request would not help.
     *
     * @param reason status, code and param of the error; refusals are grouped by it
     */
    record Refused(String reason) implements PostOutcome {}
}
