package com.scheduleevents.api.authorizer;

/** Why a request is refused, in words that stand in the gateway's answer as they are: no quotes, no backslashes. */
enum Refusal {
    NOT_BEARER("The header Authorization must be the word Bearer, one space and your API key."),
    MISTYPED("This is no API key of this service: it is mistyped or cut off. Copy it again."),
    UNKNOWN("This API key is unknown or was revoked. Use one that your account has.");

    /** The value of {@code error.code}. */
    static final String CODE = "invalid_api_key";

    private final String message;

    Refusal(String message) {
        this.message = message;
    }

    String message() {
        return message;
    }
}
