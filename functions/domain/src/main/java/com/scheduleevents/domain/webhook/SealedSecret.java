package com.scheduleevents.domain.webhook;

import java.time.Instant;
import java.util.Optional;

/**
 * A signing secret as it is stored: encrypted, and bound to its account, its webhook and its version, so that it is of no use
 * in another row.
 *
 * @param version counts the webhook's secrets
 * @param dataKey names the key that it was encrypted with
 * @param ciphertext the encrypted secret, in base64
 * @param expiresAt from when on nothing is signed with it; empty for the one that is to stay
 */
public record SealedSecret(int version, String dataKey, String ciphertext, Optional<Instant> expiresAt) {

    /** A secret that is to stay. */
    public SealedSecret(int version, String dataKey, String ciphertext) {
        this(version, dataKey, ciphertext, Optional.empty());
    }

    /** Whether something may be signed with it. */
    boolean isLive(Instant now) {
        return expiresAt.isEmpty() || now.isBefore(expiresAt.get());
    }

    SealedSecret until(Instant end) {
        return new SealedSecret(version, dataKey, ciphertext, Optional.of(end));
    }
}
