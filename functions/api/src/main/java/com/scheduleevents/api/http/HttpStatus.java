package com.scheduleevents.api.http;

import com.scheduleevents.domain.error.ErrorCode;

/** The HTTP status of each error. */
public final class HttpStatus {

    private HttpStatus() {}

    /** The status code of responses with this error. */
    public static int of(ErrorCode code) {
        return switch (code) {
            case INVALID_BODY,
                    MISSING_FIELD,
                    UNKNOWN_FIELD,
                    INVALID_FIELD,
                    UNKNOWN_PARAMETER,
                    INVALID_PARAMETER,
                    INVALID_HEADER -> 400;
            case MISSING_API_KEY, INVALID_API_KEY, EXPIRED_API_KEY -> 401;
            case ACCOUNT_SUSPENDED, MISSING_SCOPE, CLINIC_NOT_ALLOWED -> 403;
            case NOT_FOUND, UNKNOWN_PATH -> 404;
            case METHOD_NOT_ALLOWED -> 405;
            case NOT_ACCEPTABLE -> 406;
            case IDEMPOTENCY_KEY_REUSED,
                    CONCURRENT_CHANGES,
                    WEBHOOK_DISABLED,
                    NOT_A_PULL_WEBHOOK,
                    REPLAY_RUNNING,
                    WEBHOOK_LIMIT,
                    EXTERNAL_ID_TAKEN,
                    API_KEY_LIMIT -> 409;
            case CURSOR_EXPIRED -> 410;
            case PRECONDITION_FAILED -> 412;
            case BODY_TOO_LARGE -> 413;
            case UNSUPPORTED_MEDIA_TYPE -> 415;
            case RATE_LIMITED -> 429;
            case INTERNAL -> 500;
            case TEMPORARILY_UNAVAILABLE -> 503;
        };
    }
}
