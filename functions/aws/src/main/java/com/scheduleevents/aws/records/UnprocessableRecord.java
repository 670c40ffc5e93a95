package com.scheduleevents.aws.records;

import java.io.Serial;

/** A record that can never be processed, however often it is delivered. It goes to the dead-letter queue with the reason. */
public final class UnprocessableRecord extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String reason;

    /** @param reason why it cannot be processed; it must not quote the record, because it is logged */
    public UnprocessableRecord(String reason) {
        super(reason);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
