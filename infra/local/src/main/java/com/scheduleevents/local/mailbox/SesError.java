package com.scheduleevents.local.mailbox;

import java.io.Serial;

/** An error response of SES. */
final class SesError extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * @param code SES's error code, such as {@code MessageRejected}
     * @param message what to do next
     */
    SesError(String code, String message) {
        super(message);
        this.code = code;
    }

    SesError(String code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    String code() {
        return code;
    }
}
