package com.scheduleevents.domain.account;

import com.scheduleevents.domain.id.Identifiers;

/**
 * The tenant that pays.
 *
 * @param value {@code acc_} and 1 to 64 letters, digits, {@code _} or {@code -}
 */
public record AccountId(String value) {

    /** What every such identifier begins with. */
    public static final String PREFIX = "acc_";

    /** Refuses what is no such identifier. */
    public AccountId {
        Identifiers.require(PREFIX, value);
    }
}
