package com.scheduleevents.cli.output;

import java.io.Serial;

/** Arguments do not fit together. The message is one sentence or two that say what to write instead. */
public final class WrongUsage extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** @param message shown to the user; never contains a secret */
    public WrongUsage(String message) {
        super(message);
    }
}
