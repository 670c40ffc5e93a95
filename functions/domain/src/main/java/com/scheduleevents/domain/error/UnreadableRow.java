package com.scheduleevents.domain.error;

import java.io.Serial;

/**
 * What is stored is not what was once written, and stays so until somebody mends it. Whoever meets it sets aside what needed
 * the row, with this reason, and goes on. The message names the kind of row and what is wrong, never what the row holds.
 */
public final class UnreadableRow extends IllegalStateException {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * @param reason without anything that the row holds
     */
    public UnreadableRow(String reason) {
        super(reason);
    }

    /** @see #UnreadableRow(String) */
    public UnreadableRow(String reason, Throwable cause) {
        super(reason, cause);
    }

    /** Why it cannot be read. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
