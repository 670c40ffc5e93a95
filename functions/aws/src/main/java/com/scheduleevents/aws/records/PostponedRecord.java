package com.scheduleevents.aws.records;

import java.io.Serial;

/**
 * A record that cannot be processed yet, although nothing has failed: what it waits for is known, so nobody is to be alarmed. It is
 * delivered again like a record that failed.
 */
public final class PostponedRecord extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String reason;

    /**
     * @param reason what it waits for; it must not quote the record, because it is logged
     * @param cause what showed that
     */
    public PostponedRecord(String reason, Throwable cause) {
        super(reason, cause);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
