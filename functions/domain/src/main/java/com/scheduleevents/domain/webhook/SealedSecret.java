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
 * @param mark by what the owner recognizes it; empty in rows of earlier versions
 * @param expiresAt when it expires; empty for the current secret
 */
public record SealedSecret(
        int version, String dataKey, String ciphertext, Optional<Mark> mark, Optional<Instant> expiresAt) {

    /**
     * What can be shown of a secret, so that nobody has to decrypt it to tell which one a receiver has.
     *
     * @param fingerprint that of the secret
     * @param createdAt when the secret was made
     */
    public record Mark(String fingerprint, Instant createdAt) {}

    /** A secret that does not expire. */
    public SealedSecret(int version, String dataKey, String ciphertext) {
        this(version, dataKey, ciphertext, Optional.empty(), Optional.empty());
    }

    /** The same with what can be shown of it. */
    public SealedSecret marked(SigningSecret secret, Instant now) {
        return new SealedSecret(
                version, dataKey, ciphertext, Optional.of(new Mark(secret.fingerprint(), now)), expiresAt);
    }

    /** Whether attempts at this time are signed with it. */
    boolean isLive(Instant now) {
        return expiresAt.isEmpty() || now.isBefore(expiresAt.get());
    }

    SealedSecret until(Instant end) {
        return new SealedSecret(version, dataKey, ciphertext, mark, Optional.of(end));
    }
}
