package com.scheduleevents.operator.output;

import java.io.Serial;

/** A command cannot do what it was asked to. Its message is one sentence that says what to do next. */
public final class CommandError extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * @param message what the operator reads; never a secret
     */
    public CommandError(String message) {
        super(message);
    }

    /**
     * @param message what the operator reads; never a secret
     * @param cause what it came from
     */
    public CommandError(String message, Throwable cause) {
        super(message, cause);
    }
}
