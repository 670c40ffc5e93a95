package com.scheduleevents.domain.error;

/**
 * Every error of the public API: its HTTP status, the family that clients branch on, and the code that names it. The codes
 * are part of the contract: one is added, none is renamed. The gateway answers some by itself, in the words of template.yaml;
 * docs/errors.md explains all.
 */
public enum ErrorCode {
    INVALID_BODY(400, Family.INVALID_REQUEST, "invalid_body"),
    MISSING_FIELD(400, Family.INVALID_REQUEST, "missing_field"),
    UNKNOWN_FIELD(400, Family.INVALID_REQUEST, "unknown_field"),
    INVALID_FIELD(400, Family.INVALID_REQUEST, "invalid_field"),
    UNKNOWN_PARAMETER(400, Family.INVALID_REQUEST, "unknown_parameter"),
    INVALID_PARAMETER(400, Family.INVALID_REQUEST, "invalid_parameter"),
    INVALID_HEADER(400, Family.INVALID_REQUEST, "invalid_header"),
    MISSING_SCOPE(403, Family.PERMISSION, "missing_scope"),
    CLINIC_NOT_ALLOWED(403, Family.PERMISSION, "clinic_not_allowed"),
    NOT_FOUND(404, Family.NOT_FOUND, "not_found"),
    METHOD_NOT_ALLOWED(405, Family.INVALID_REQUEST, "method_not_allowed"),
    NOT_ACCEPTABLE(406, Family.INVALID_REQUEST, "not_acceptable"),
    IDEMPOTENCY_KEY_REUSED(409, Family.CONFLICT, "idempotency_key_reused"),
    CONCURRENT_CHANGES(409, Family.CONFLICT, "concurrent_changes"),
    WEBHOOK_DISABLED(409, Family.CONFLICT, "webhook_disabled"),
    REPLAY_RUNNING(409, Family.CONFLICT, "replay_running"),
    PRECONDITION_FAILED(412, Family.CONFLICT, "precondition_failed"),
    BODY_TOO_LARGE(413, Family.INVALID_REQUEST, "body_too_large"),
    UNSUPPORTED_MEDIA_TYPE(415, Family.INVALID_REQUEST, "unsupported_media_type"),
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
        INVALID_REQUEST,
        AUTHENTICATION,
        PERMISSION,
        NOT_FOUND,
        CONFLICT,
        RATE_LIMIT,
        SERVICE;

        /** The value of {@code error.type}. */
        public String wireName() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
