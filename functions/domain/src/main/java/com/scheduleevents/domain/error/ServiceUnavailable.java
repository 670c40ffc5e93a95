package com.scheduleevents.domain.error;

import java.io.Serial;

/** The service cannot do what was asked for at this moment, and has done nothing that a repeat would not continue. */
public final class ServiceUnavailable extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** @param reason for the log */
    public ServiceUnavailable(String reason) {
        super(reason);
    }
}
