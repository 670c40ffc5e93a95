package com.scheduleevents.emulator.lambda;

import java.io.Serial;

/** An invocation that ended without a response: the function threw an exception, timed out or could not start. */
public final class FunctionFailed extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * @param message Lambda's errorMessage: that of the exception, or the host's own
     */
    public FunctionFailed(String message) {
        super(message);
    }

    /**
     * @param message Lambda's errorMessage
     * @param cause what the function threw
     */
    public FunctionFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
