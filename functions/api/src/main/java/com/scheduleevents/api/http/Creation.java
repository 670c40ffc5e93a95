package com.scheduleevents.api.http;

/**
 * Whatever a request creates.
 *
 * @param ulid the ULID in its id
 * @param mayExist whether an earlier request with the same idempotency key, whose end nobody knows, may have created it
 */
public record Creation(String ulid, boolean mayExist) {

    /** Its id with this prefix. */
    public String id(String prefix) {
        return prefix + ulid;
    }
}
