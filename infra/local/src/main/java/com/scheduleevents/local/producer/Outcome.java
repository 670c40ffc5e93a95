package com.scheduleevents.local.producer;

/** What became of a change. */
sealed interface Outcome {

    /** Recorded now (201). */
    record Accepted() implements Outcome {}

    /** Recorded before under the same key (200). */
    record Repeated() implements Outcome {}

    /**
     * Refused for good.
     *
     * @param reason status, code and param of the error, by which refusals are grouped
     */
    record Refused(String reason) implements Outcome {}
}
