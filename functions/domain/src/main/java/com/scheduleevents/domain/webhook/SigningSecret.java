package com.scheduleevents.domain.webhook;

import java.util.Base64;
import java.util.random.RandomGenerator;

/**
 * What a webhook's deliveries are signed with: {@code whsec_} and 44 characters that are valid base64 without padding. It
 * appears in one answer of the API, never in a log.
 */
public final class SigningSecret {

    /** What every secret begins with. */
    public static final String PREFIX = "whsec_";

    /** A multiple of three, so that its base64 needs no padding, and above the 24 to 64 bytes Standard Webhooks asks for. */
    private static final int RANDOM_BYTES = 33;

    private final String text;

    private SigningSecret(String text) {
        this.text = text;
    }

    /**
     * Makes a new secret.
     *
     * @param random a cryptographic source
     */
    public static SigningSecret mint(RandomGenerator random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return new SigningSecret(PREFIX + Base64.getEncoder().encodeToString(bytes));
    }

    /**
     * A secret that was made before.
     *
     * @throws IllegalArgumentException when it is none, without quoting it
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

    /** Never the secret, wherever it is printed. */
    @Override
    public String toString() {
        return "SigningSecret[…]";
    }
}
