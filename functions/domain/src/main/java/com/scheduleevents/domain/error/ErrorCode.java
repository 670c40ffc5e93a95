package com.scheduleevents.domain.error;

/**
 * Every error of the public API: its HTTP status, the family that clients branch on, and the code that names it. The codes
 * are part of the contract: one is added, none is renamed. The gateway answers some by itself, in the words of template.yaml;
 * docs/errors.md explains all.
 */
public enum ErrorCode {
    /** The body as a whole cannot be read: it is no JSON object in UTF-8, is empty, nests too deep, or has a field twice. */
    INVALID_BODY(400, Family.INVALID_REQUEST, "invalid_body"),

    /** A field that has to be there is not. */
    MISSING_FIELD(400, Family.INVALID_REQUEST, "missing_field"),

    /** The body has a field that this request does not know; none is ever ignored, so that a typing error shows. */
    UNKNOWN_FIELD(400, Family.INVALID_REQUEST, "unknown_field"),

    /** A field is there and does not hold what it should. */
    INVALID_FIELD(400, Family.INVALID_REQUEST, "invalid_field"),

    /** The query has a parameter that this request does not know. */
    UNKNOWN_PARAMETER(400, Family.INVALID_REQUEST, "unknown_parameter"),

    /** A query parameter is empty, does not hold what it should, or is there twice where it may be only once. */
    INVALID_PARAMETER(400, Family.INVALID_REQUEST, "invalid_parameter"),

    /** A header does not hold what it should, is there twice, or does not belong to this request. */
    INVALID_HEADER(400, Family.INVALID_REQUEST, "invalid_header"),

    /** The API key was revoked a moment ago, while the gateway still knew it; the gateway answers the same by itself. */
    INVALID_API_KEY(401, Family.AUTHENTICATION, "invalid_api_key"),

    /** The API key was good once; its time is over. */
    EXPIRED_API_KEY(401, Family.AUTHENTICATION, "expired_api_key"),

    /** The API key is good, but its account is suspended. */
    ACCOUNT_SUSPENDED(403, Family.PERMISSION, "account_suspended"),

    /** The API key is good, but lacks the scope that the request needs. */
    MISSING_SCOPE(403, Family.PERMISSION, "missing_scope"),

    /** The API key does not see the clinic that the request names; the same whether there is such a clinic or not. */
    CLINIC_NOT_ALLOWED(403, Family.PERMISSION, "clinic_not_allowed"),

    /** Nothing that the API key can see has the id in the path; the same for what is somebody else's, or has expired. */
    NOT_FOUND(404, Family.NOT_FOUND, "not_found"),

    /** The path is there and does not take the method; the header {@code Allow} has those that it takes. */
    METHOD_NOT_ALLOWED(405, Family.INVALID_REQUEST, "method_not_allowed"),

    /** The header {@code Accept} rules out JSON, which is all that there is. */
    NOT_ACCEPTABLE(406, Family.INVALID_REQUEST, "not_acceptable"),

    /** The idempotency key already stands for a request that said something else. */
    IDEMPOTENCY_KEY_REUSED(409, Family.CONFLICT, "idempotency_key_reused"),

    /** Others changed the same thing at every try, so that this change was never made. */
    CONCURRENT_CHANGES(409, Family.CONFLICT, "concurrent_changes"),

    /** Something is to be sent to a webhook that is disabled. */
    WEBHOOK_DISABLED(409, Family.CONFLICT, "webhook_disabled"),

    /** A replay of the webhook is running; another one can start when it has ended or was cancelled. */
    REPLAY_RUNNING(409, Family.CONFLICT, "replay_running"),

    /** The account has as many webhooks as it may. */
    WEBHOOK_LIMIT(409, Family.CONFLICT, "webhook_limit"),

    /** The account has as many API keys as it may. */
    API_KEY_LIMIT(409, Family.CONFLICT, "api_key_limit"),

    /** The header {@code If-Match} names other versions of the webhook than the present one; nothing was changed. */
    PRECONDITION_FAILED(412, Family.CONFLICT, "precondition_failed"),

    /** The body is larger than 256 KB, in a batch than 1 MB. */
    BODY_TOO_LARGE(413, Family.INVALID_REQUEST, "body_too_large"),

    /** The body is not declared as JSON in UTF-8. */
    UNSUPPORTED_MEDIA_TYPE(415, Family.INVALID_REQUEST, "unsupported_media_type"),

    /** The API key makes more requests a second than it may. */
    RATE_LIMITED(429, Family.RATE_LIMIT, "rate_limited"),

    /** The service failed; the log tells more under the request id. A repeat under the same idempotency key is safe. */
    INTERNAL(500, Family.SERVICE, "internal");

    private final int status;
    private final Family family;
    private final String wireName;

    ErrorCode(int status, Family family, String wireName) {
        this.status = status;
        this.family = family;
        this.wireName = wireName;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The value of {@code error.type}. */
    public Family family() {
        return family;
    }

    /** The value of {@code error.code}. */
    public String wireName() {
        return wireName;
    }

    /** What a client should do about it, told by kind: mend the request, the key, the state, or wait. */
    public enum Family {
        /** The request is wrong: mended it can pass, repeated it cannot. */
        INVALID_REQUEST,

        /** There is no usable API key in it. */
        AUTHENTICATION,

        /** The API key may not do this: another one may. */
        PERMISSION,

        /** There is no such path or thing. */
        NOT_FOUND,

        /** The request does not go with the state of things: look at that again. */
        CONFLICT,

        /** There were too many at once: wait. */
        RATE_LIMIT,

        /** The service is at fault: repeat later. */
        SERVICE;

        /** The value of {@code error.type}. */
        public String wireName() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
