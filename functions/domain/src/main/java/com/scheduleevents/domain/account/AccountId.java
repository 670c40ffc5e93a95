package com.scheduleevents.domain.account;

import com.scheduleevents.domain.id.Identifiers;

/**
 * The tenant that pays.
 *
 * @param value {@code acc_} and 1 to 64 letters, digits, {@code _} or {@code -}
 */
public record AccountId(String value) {

    /** The prefix of every account id. */
    public static final String PREFIX = "acc_";

    /** Rejects text of another form. */
    public AccountId {
        Identifiers.require(PREFIX, value);
    }
}
