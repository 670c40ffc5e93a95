package com.scheduleevents.emulator.template;

import java.io.Serial;

/** Something in the template, or in the values given for its parameters, that the local cloud cannot carry out. */
public final class TemplateProblem extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** @param message where it is and what to change */
    public TemplateProblem(String message) {
        super(message);
    }
}
