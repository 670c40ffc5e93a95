package com.scheduleevents.local.producer;

/** What became of a change. */
sealed interface PostOutcome {

    /** Recorded now (201). */
    record Accepted() implements PostOutcome {}

    /** Recorded before under the same key (200). */
    record Repeated() implements PostOutcome {}

    /**
     * Refused for good.
     *
     * @param reason status, code and param of the error, by which refusals are grouped
     */
    record Refused(String reason) implements PostOutcome {}
}
