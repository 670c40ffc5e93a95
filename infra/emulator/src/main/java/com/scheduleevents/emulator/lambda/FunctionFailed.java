package com.scheduleevents.emulator.lambda;

import java.io.Serial;

/** An invocation that ended without an answer: the function threw, timed out or could not start. */
public final class FunctionFailed extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * @param message Lambda's errorMessage: the message of what the function threw, or what the host saw
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
