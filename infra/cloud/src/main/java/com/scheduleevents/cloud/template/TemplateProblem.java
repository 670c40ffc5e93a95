package com.scheduleevents.cloud.template;

import java.io.Serial;

/** Something in the template or its parameter values is invalid or not supported. */
public final class TemplateProblem extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** @param message says where it is and what to change */
    public TemplateProblem(String message) {
        super(message);
    }
}
