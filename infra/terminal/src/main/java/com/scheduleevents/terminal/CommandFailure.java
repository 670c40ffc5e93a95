package com.scheduleevents.terminal;

import java.io.Serial;

/** A command could not do what it was asked to. The message is one sentence or two that say what to do next. */
public final class CommandFailure extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** @param message shown to whoever runs the command; never contains a secret */
    public CommandFailure(String message) {
        super(message);
    }

    /** @param message shown to whoever runs the command; never contains a secret */
    public CommandFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
