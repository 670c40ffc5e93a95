package com.scheduleevents.domain.webhook;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * The secret that the deliveries of a webhook are signed with: {@code whsec_} and 44 characters of valid base64 without padding. It is in
 * one response of the API, and never in a log.
 */
public final class SigningSecret {

    /** The prefix of every secret. */
    public static final String PREFIX = "whsec_";

    /** A multiple of three, so that the base64 has no padding, and in the range of 24 to 64 bytes of Standard Webhooks. */
    private static final int RANDOM_BYTES = 33;

    private static final int FINGERPRINT_BYTES = 4;

    private final String text;

    private SigningSecret(String text) {
        this.text = text;
    }

    /** Creates a new secret from a cryptographic source. */
    public static SigningSecret mint(RandomGenerator random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return new SigningSecret(PREFIX + Base64.getEncoder().encodeToString(bytes));
    }

    /**
     * Parses a secret.
     *
     * @throws IllegalArgumentException without quoting the text, when the prefix is missing
     */
    public static SigningSecret of(String text) {
        if (!text.startsWith(PREFIX)) {
            throw new IllegalArgumentException("not a signing secret: it does not begin with " + PREFIX);
        }
        return new SigningSecret(text);
    }

    /**
     * Eight hexadecimal digits that tell secrets apart and reveal nothing of them: those at the beginning of the SHA-256 of the text, which
     * {@code printf %s whsec_… | sha256sum} prints.
     */
    public String fingerprint() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, FINGERPRINT_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The secret itself. */
    public String reveal() {
        return text;
    }

    /** Omits the secret. */
    @Override
    public String toString() {
        return "SigningSecret[…]";
    }
}
