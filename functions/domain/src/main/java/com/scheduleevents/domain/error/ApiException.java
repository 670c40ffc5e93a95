package com.scheduleevents.domain.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A request that gets an error response. The message is for the client: it says what is wrong and how to fix it, and contains no
 * secret.
 */
public final class ApiException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final @Nullable String param;

    /**
     * @param param the field, parameter or header at fault; null when there is no particular one
     * @param message what is wrong and how to fix it
     */
    public ApiException(ErrorCode code, @Nullable String param, String message) {
        super(message);
        this.code = code;
        this.param = param;
    }

    /** The error. */
    public ErrorCode code() {
        return code;
    }

    /** The field, parameter or header at fault; null when there is no particular one. */
    public @Nullable String param() {
        return param;
    }

    /** The message for the client; unlike that of other exceptions, it is never null. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
