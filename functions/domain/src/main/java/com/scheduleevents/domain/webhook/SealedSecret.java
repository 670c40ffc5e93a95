package com.scheduleevents.domain.webhook;

import java.time.Instant;
import java.util.Optional;

/**
 * A signing secret as it is stored: encrypted, and bound to its account, its webhook and its version, so that it cannot be used in
 * another row.
 *
 * @param version numbers the secrets of the webhook
 * @param dataKey the name of the key that encrypts it
 * @param ciphertext the encrypted secret, in base64
 * @param expiresAt when it expires; empty for the current secret
 */
public record SealedSecret(int version, String dataKey, String ciphertext, Optional<Instant> expiresAt) {

    /** A secret that does not expire. */
    public SealedSecret(int version, String dataKey, String ciphertext) {
        this(version, dataKey, ciphertext, Optional.empty());
    }

    /** Whether attempts at this time are signed with it. */
    boolean isLive(Instant now) {
        return expiresAt.isEmpty() || now.isBefore(expiresAt.get());
    }

    SealedSecret until(Instant end) {
        return new SealedSecret(version, dataKey, ciphertext, Optional.of(end));
    }
}
