package com.scheduleevents.domain.account;

import java.time.LocalDate;

/** Port: on which day each API key was used last. */
public interface KeyUses {

    /**
     * Writes down that a key was used on a day. Nothing happens when it is known already, or the key was revoked.
     *
     * @param fingerprint the SHA-256 of the secret, {@link ApiKeySecret#fingerprint()}
     * @param day in UTC
     */
    void used(String fingerprint, LocalDate day);
}
