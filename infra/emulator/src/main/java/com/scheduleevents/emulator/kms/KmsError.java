package com.scheduleevents.emulator.kms;

import java.io.Serial;

/** An error response of KMS. */
final class KmsError extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String type;

    /** @param type KMS's error type, such as {@code NotFoundException} */
    KmsError(String type, String message) {
        super(message);
        this.type = type;
    }

    KmsError(String type, String message, Throwable cause) {
        super(message, cause);
        this.type = type;
    }

    String type() {
        return type;
    }
}
