package com.scheduleevents.domain.webhook;

import java.util.Base64;
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
