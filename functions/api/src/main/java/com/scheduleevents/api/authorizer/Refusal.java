package com.scheduleevents.api.authorizer;

/** Why a request is refused, in words that stand in the gateway's answer as they are: no quotes, no backslashes. */
enum Refusal {
    NOT_BEARER("invalid_api_key", "The header Authorization must be the word Bearer, one space and your API key."),
    MISTYPED("invalid_api_key", "This is no API key of this service: it is mistyped or cut off. Copy it again."),
    UNKNOWN("invalid_api_key", "This API key is unknown or was revoked. Use one that your account has."),
    EXPIRED("expired_api_key", "This API key has expired. Use another one that your account has.");

    private final String code;
    private final String message;

    Refusal(String code, String message) {
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
