package com.scheduleevents.operator.output;

import java.io.Serial;

/** Arguments of a command that do not go together. The message is one sentence that says what to change. */
public final class InvalidArguments extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * @param message shown to the operator
     */
    public InvalidArguments(String message) {
        super(message);
    }
}
