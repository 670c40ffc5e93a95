package com.scheduleevents.domain.account;

import com.scheduleevents.domain.id.Identifiers;

/**
 * An API key's public name; it is no secret.
 *
 * @param value {@code key_} and 1 to 64 letters, digits, {@code _} or {@code -}
 */
public record ApiKeyId(String value) {

    /** What every such identifier begins with. */
    public static final String PREFIX = "key_";

    /** Refuses what is no such identifier. */
    public ApiKeyId {
        Identifiers.require(PREFIX, value);
    }
}
