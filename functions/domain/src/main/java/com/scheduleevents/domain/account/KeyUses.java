package com.scheduleevents.domain.account;

import java.time.LocalDate;

/** Port: the day on which each API key was last used. */
public interface KeyUses {

    /**
     * Stores that a key was used on a day. Nothing happens when this is known already, or the key was revoked.
     *
     * @param fingerprint the SHA-256 of the secret, {@link ApiKeySecret#fingerprint()}
     * @param day in UTC
     */
    void used(String fingerprint, LocalDate day);
}
