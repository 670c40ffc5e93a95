package com.scheduleevents.api.authorizer;

import com.scheduleevents.domain.error.ErrorCode;

/** Why a request is denied. The gateway copies the message into JSON as it is: it must not contain quotes or backslashes. */
enum DenialReason {
    MISSING(ErrorCode.MISSING_API_KEY, "Send your API key in the header Authorization: Bearer <API_KEY>."),
    NOT_BEARER(
            ErrorCode.INVALID_API_KEY, "The header Authorization must be the word Bearer, one space and your API key."),
    MISTYPED(
            ErrorCode.INVALID_API_KEY,
            "This is not an API key of this service: it is mistyped or incomplete. Copy it again."),
    UNKNOWN(ErrorCode.INVALID_API_KEY, "This API key is unknown or was revoked. Use another key of your account."),
    EXPIRED(ErrorCode.EXPIRED_API_KEY, "This API key has expired. Use another key of your account.");

    private final ErrorCode code;
    private final String message;

    DenialReason(ErrorCode code, String message) {
        this.code = code;
        this.message = message;
    }

    ErrorCode code() {
        return code;
    }

    String message() {
        return message;
    }
}
