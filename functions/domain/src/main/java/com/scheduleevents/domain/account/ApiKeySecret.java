package com.scheduleevents.domain.account;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The secret that a client sends as {@code Authorization: Bearer …}: a prefix that says what it is to people and to secret
 * scanners, 32 random characters (190 bits), and 6 characters of checksum that tell a typing error from an unknown key
 * without a look-up. Only its {@link #fingerprint()} is ever stored.
 */
public final class ApiKeySecret {

    private static final String ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int RANDOM_CHARS = 32;
    private static final int CHECKSUM_CHARS = 6;
    private static final Pattern FORM = Pattern.compile("sk_(live|test)_[0-9A-Za-z]{38}");

    private final String text;

    private ApiKeySecret(String text) {
        this.text = text;
    }

    /** Whether a key works on real data or is for trying things out; it shows in the key itself. */
    public enum Mode {
        LIVE("sk_live_"),
        TEST("sk_test_");

        private final String prefix;

        Mode(String prefix) {
            this.prefix = prefix;
        }

        /** What every secret of this mode begins with. */
        public String prefix() {
            return prefix;
        }
    }

    /**
     * Makes a new secret.
     *
     * @param random a cryptographic source
     */
    public static ApiKeySecret mint(Mode mode, RandomGenerator random) {
        StringBuilder made = new StringBuilder(mode.prefix());
        random.ints(RANDOM_CHARS, 0, ALPHABET.length()).forEach(i -> made.append(ALPHABET.charAt(i)));
        return new ApiKeySecret(made + checksum(made));
    }

    /**
     * Reads a secret that a client sent.
     *
     * @return empty when no key ever looked like that
     */
    public static Optional<ApiKeySecret> parse(String text) {
        if (!FORM.matcher(text).matches()) {
            return Optional.empty();
        }
        int end = text.length() - CHECKSUM_CHARS;
        return text.substring(end).equals(checksum(text.substring(0, end)))
                ? Optional.of(new ApiKeySecret(text))
                : Optional.empty();
    }

    /** The secret itself, to be shown once to the person who asked for it. */
    public String reveal() {
        return text;
    }

    /** The SHA-256 of the secret in hexadecimal, which is what tables hold. */
    public String fingerprint() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Never the secret, wherever it is printed. */
    @Override
    public String toString() {
        return "ApiKeySecret[…]";
    }

    private static String checksum(CharSequence keyed) {
        CRC32 crc = new CRC32();
        crc.update(keyed.toString().getBytes(StandardCharsets.US_ASCII));
        StringBuilder digits = new StringBuilder();
        for (long rest = crc.getValue(); digits.length() < CHECKSUM_CHARS; rest /= ALPHABET.length()) {
            digits.append(ALPHABET.charAt((int) (rest % ALPHABET.length())));
        }
        return digits.toString();
    }
}
