package com.scheduleevents.local.keys;

import java.io.Serial;

/** A call that KMS would answer with an error. */
final class KeyRefused extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String type;

    /** @param type KMS's error type, such as {@code NotFoundException} */
    KeyRefused(String type, String message) {
        super(message);
        this.type = type;
    }

    KeyRefused(String type, String message, Throwable cause) {
        super(message, cause);
        this.type = type;
    }

    String type() {
        return type;
    }
}
