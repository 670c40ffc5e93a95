package com.scheduleevents.domain.account;

import com.scheduleevents.domain.id.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The secret of an API key, which a client sends as {@code Authorization: Bearer …}: a prefix that people and secret scanners
 * recognise, 32 random characters (190 bits), and a checksum of 6 characters, which detects typing errors without a lookup. Only its
 * {@link #fingerprint()} is stored.
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

    /** Whether a key is for production data or for tests. */
    public enum Mode {
        LIVE("sk_live_"),
        TEST("sk_test_");

        /** The mode of the keys of an account. */
        public static Mode of(boolean sandbox) {
            return sandbox ? TEST : LIVE;
        }

        private final String prefix;

        Mode(String prefix) {
            this.prefix = prefix;
        }

        /** The prefix of every secret of this mode. */
        public String prefix() {
            return prefix;
        }
    }

    /** Creates a new secret from a cryptographic source. */
    public static ApiKeySecret mint(Mode mode, RandomGenerator random) {
        StringBuilder made = new StringBuilder(mode.prefix());
        random.ints(RANDOM_CHARS, 0, ALPHABET.length()).forEach(i -> made.append(ALPHABET.charAt(i)));
        return new ApiKeySecret(made + checksum(made));
    }

    /** Parses a secret that a client sent; empty when the form or the checksum is wrong. */
    public static Optional<ApiKeySecret> parse(String text) {
        if (!FORM.matcher(text).matches()) {
            return Optional.empty();
        }
        int end = text.length() - CHECKSUM_CHARS;
        return text.substring(end).equals(checksum(text.substring(0, end)))
                ? Optional.of(new ApiKeySecret(text))
                : Optional.empty();
    }

    /** The secret itself, which is shown once, in the response to the creation of the key. */
    public String reveal() {
        return text;
    }

    /** The SHA-256 of the secret in hexadecimal, as the tables contain it. */
    public String fingerprint() {
        return Sha256.hex(text);
    }

    /** Omits the secret. */
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
