package com.scheduleevents.domain.error;

import java.io.Serial;

/**
 * A row that is corrupt and stays so until somebody repairs it. Whoever reads it moves what needed the row to a dead-letter queue,
 * with this reason, and continues. The message names the kind of row and the error, never the content.
 */
public final class UnreadableRow extends IllegalStateException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** @param reason must not quote the row */
    public UnreadableRow(String reason) {
        super(reason);
    }

    /** @see #UnreadableRow(String) */
    public UnreadableRow(String reason, Throwable cause) {
        super(reason, cause);
    }

    /** Why the row cannot be read. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
