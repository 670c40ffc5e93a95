package com.scheduleevents.domain.receiver;

/** Of which responses the outcome of an attempt has the start. */
public enum ResponseCapture {
    /** Of none. */
    NONE(0),
    /** Of those that are failures, for the owner of the webhook. */
    OF_FAILURES(CapturedResponse.MAX_BYTES),
    /** Of any, which the sender itself needs. */
    OF_ANY(16 * 1_024);

    private final int maxBytes;

    ResponseCapture(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** How many bytes of a body are kept. */
    public int maxBytes() {
        return maxBytes;
    }

    /** Whether the outcome has the response. */
    public boolean keeps(AttemptOutcome outcome) {
        return this == OF_ANY || (this == OF_FAILURES && !outcome.succeeded());
    }
}
