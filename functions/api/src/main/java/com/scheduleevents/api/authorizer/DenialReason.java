package com.scheduleevents.api.authorizer;

/** Why a request is denied. The gateway copies the message into JSON as it is: it must not contain quotes or backslashes. */
enum DenialReason {
    NOT_BEARER("invalid_api_key", "The header Authorization must be the word Bearer, one space and your API key."),
    MISTYPED("invalid_api_key", "This is not an API key of this service: it is mistyped or incomplete. Copy it again."),
    UNKNOWN("invalid_api_key", "This API key is unknown or was revoked. Use another key of your account."),
    EXPIRED("expired_api_key", "This API key has expired. Use another key of your account.");

    private final String code;
    private final String message;

    DenialReason(String code, String message) {
        this.code = code;
        this.message = message;
    }

    /** The value of {@code error.code}. */
    String code() {
        return code;
    }

    String message() {
        return message;
    }
}
