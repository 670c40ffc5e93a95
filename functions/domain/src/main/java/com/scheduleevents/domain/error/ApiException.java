package com.scheduleevents.domain.error;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A request that is answered with an error. Its message is for the client: it says what was wrong and what to do, and
 * carries no secret.
 */
public final class ApiException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final @Nullable String param;

    /**
     * @param code which error
     * @param param the field, parameter or header at fault, null when it is none in particular
     * @param message what was wrong and what to do about it
     */
    public ApiException(ErrorCode code, @Nullable String param, String message) {
        super(message);
        this.code = code;
        this.param = param;
    }

    /** Which error. */
    public ErrorCode code() {
        return code;
    }

    /** The field, parameter or header at fault, null when it is none in particular. */
    public @Nullable String param() {
        return param;
    }

    /** The message for the client; never null here, unlike a Throwable's in general. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
