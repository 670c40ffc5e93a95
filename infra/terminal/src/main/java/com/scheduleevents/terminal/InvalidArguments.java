package com.scheduleevents.terminal;

import java.io.Serial;

/** Arguments of a command that do not fit together. The message is one sentence or two that say what to write instead. */
public final class InvalidArguments extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** @param message shown to whoever runs the command; never contains a secret */
    public InvalidArguments(String message) {
        super(message);
    }
}
