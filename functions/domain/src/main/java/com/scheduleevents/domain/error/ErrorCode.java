package com.scheduleevents.domain.error;

/**
 * Every error of the public API: its code, and the family that clients branch on. The codes are part of the API's contract: codes
 * are added, never renamed. API Gateway returns some of them by itself, with the messages in template.yaml; docs/errors.md
 * explains all of them.
 */
public enum ErrorCode {
    /** The body cannot be read: it is empty, not a JSON object in UTF-8, nested too deeply, or has a field twice. */
    INVALID_BODY(Family.INVALID_REQUEST, "invalid_body"),

    /** A required field is missing. */
    MISSING_FIELD(Family.INVALID_REQUEST, "missing_field"),

    /** The body has an unknown field. Unknown fields are rejected, so that a typing error is noticed. */
    UNKNOWN_FIELD(Family.INVALID_REQUEST, "unknown_field"),

    /** A field has an invalid value. */
    INVALID_FIELD(Family.INVALID_REQUEST, "invalid_field"),

    /** The query has an unknown parameter. */
    UNKNOWN_PARAMETER(Family.INVALID_REQUEST, "unknown_parameter"),

    /** A query parameter is empty, has an invalid value, or is repeated where it may occur only once. */
    INVALID_PARAMETER(Family.INVALID_REQUEST, "invalid_parameter"),

    /** A header has an invalid value, is repeated, or is not allowed in this request. */
    INVALID_HEADER(Family.INVALID_REQUEST, "invalid_header"),

    /** The request has no API key. API Gateway returns the same error itself, before it asks the authorizer. */
    MISSING_API_KEY(Family.AUTHENTICATION, "missing_api_key"),

    /** The API key was revoked while API Gateway still had it cached; API Gateway returns the same error for any other invalid key. */
    INVALID_API_KEY(Family.AUTHENTICATION, "invalid_api_key"),

    /** The API key has expired. */
    EXPIRED_API_KEY(Family.AUTHENTICATION, "expired_api_key"),

    /** The API key is valid, but its account is suspended. */
    ACCOUNT_SUSPENDED(Family.PERMISSION, "account_suspended"),

    /** The API key is valid, but lacks the scope that the request needs. */
    MISSING_SCOPE(Family.PERMISSION, "missing_scope"),

    /** The API key has no access to the clinic in the request, whether that clinic exists or not. */
    CLINIC_NOT_ALLOWED(Family.PERMISSION, "clinic_not_allowed"),

    /** The API key has access to no resource with the id in the path; it may belong to another account or have expired. */
    NOT_FOUND(Family.NOT_FOUND, "not_found"),

    /** There is nothing at the path. API Gateway returns the same error itself where the path leads to no function. */
    UNKNOWN_PATH(Family.NOT_FOUND, "unknown_path"),

    /** Events after the cursor have expired, so that a page could not tell that it left them out. */
    CURSOR_EXPIRED(Family.INVALID_REQUEST, "cursor_expired"),

    /** The path exists but does not support the method; the header {@code Allow} lists the methods that it supports. */
    METHOD_NOT_ALLOWED(Family.INVALID_REQUEST, "method_not_allowed"),

    /** The header {@code Accept} excludes JSON, the only media type of the API. */
    NOT_ACCEPTABLE(Family.INVALID_REQUEST, "not_acceptable"),

    /** The idempotency key was used before for a different request. */
    IDEMPOTENCY_KEY_REUSED(Family.CONFLICT, "idempotency_key_reused"),

    /** Concurrent requests changed the same resource at every retry, so this change was not made. */
    CONCURRENT_CHANGES(Family.CONFLICT, "concurrent_changes"),

    /** The request would send something to a disabled webhook. */
    WEBHOOK_DISABLED(Family.CONFLICT, "webhook_disabled"),

    /** Deliveries are asked for of a webhook that sends them to its URL. */
    NOT_A_PULL_WEBHOOK(Family.CONFLICT, "not_a_pull_webhook"),

    /** A replay of the webhook is running; another one can start after it has ended or was cancelled. */
    REPLAY_RUNNING(Family.CONFLICT, "replay_running"),

    /** The account has reached its maximum number of webhooks. */
    WEBHOOK_LIMIT(Family.CONFLICT, "webhook_limit"),

    /** Another webhook of the account has the external id, whether the API key sees that webhook or not. */
    EXTERNAL_ID_TAKEN(Family.CONFLICT, "external_id_taken"),

    /** The account has reached its maximum number of API keys. */
    API_KEY_LIMIT(Family.CONFLICT, "api_key_limit"),

    /** The header {@code If-Match} does not name the webhook's current version; nothing was changed. */
    PRECONDITION_FAILED(Family.CONFLICT, "precondition_failed"),

    /** The body is larger than 256 KB, or 1 MB for a batch. */
    BODY_TOO_LARGE(Family.INVALID_REQUEST, "body_too_large"),

    /** The body is not declared as JSON in UTF-8. */
    UNSUPPORTED_MEDIA_TYPE(Family.INVALID_REQUEST, "unsupported_media_type"),

    /** The API key exceeded its rate limit. */
    RATE_LIMITED(Family.RATE_LIMIT, "rate_limited"),

    /** The service failed; the log has the details under the request id. A retry with the same idempotency key is safe. */
    INTERNAL(Family.SERVICE, "internal"),

    /** The service cannot do it at this moment, and has done nothing that a repeat would not continue. */
    TEMPORARILY_UNAVAILABLE(Family.SERVICE, "temporarily_unavailable");

    private final Family family;
    private final String wireName;

    ErrorCode(Family family, String wireName) {
        this.family = family;
        this.wireName = wireName;
    }

    /** The value of {@code error.type}. */
    public Family family() {
        return family;
    }

    /** The value of {@code error.code}. */
    public String wireName() {
        return wireName;
    }

    /** What kind of error it is, and so what a client should do about it. */
    public enum Family {
        /** The request is invalid and fails again unless it is corrected. */
        INVALID_REQUEST,

        /** The request has no valid API key. */
        AUTHENTICATION,

        /** The API key lacks a permission. */
        PERMISSION,

        /** The path or the resource does not exist. */
        NOT_FOUND,

        /** The request conflicts with the current state: read that state again. */
        CONFLICT,

        /** There were too many requests: wait. */
        RATE_LIMIT,

        /** The service failed: retry later. */
        SERVICE;

        /** The value of {@code error.type}. */
        public String wireName() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
