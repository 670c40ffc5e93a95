package com.scheduleevents.domain.account;

import com.scheduleevents.domain.id.Identifiers;

/**
 * A clinic; it belongs to one account.
 *
 * @param value {@code cln_} and 1 to 64 letters, digits, {@code _} or {@code -}
 */
public record ClinicId(String value) {

    /** The prefix of every clinic id. */
    public static final String PREFIX = "cln_";

    /** Rejects text of another form. */
    public ClinicId {
        Identifiers.require(PREFIX, value);
    }
}
