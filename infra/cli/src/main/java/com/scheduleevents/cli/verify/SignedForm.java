package com.scheduleevents.cli.verify;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * One of the two signatures of a delivery, as its headers have it.
 *
 * @param header the header with the signature
 * @param at the time stamp that was signed
 * @param prefix what was signed before the body
 * @param signatures one for each secret that was valid
 */
record SignedForm(Kind kind, String header, Instant at, String prefix, List<String> signatures) {

    static final String SECRET_PREFIX = "whsec_";

    private static final String ALGORITHM = "HmacSHA256";
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,11}");

    /** A signature of version 1. Those of other versions may stand beside it, and are for receivers that know them. */
    private static final Pattern SERVICE = Pattern.compile("v1=(?<signature>[0-9a-f]{64})");

    private static final Pattern STANDARD = Pattern.compile("v1,(?<signature>[A-Za-z0-9+/]{43}=)");

    /** How the signature is made. */
    enum Kind {
        /** {@code Service-Signature}: keyed with the whole secret, in hexadecimal. */
        SERVICE,
        /** {@code webhook-signature}, as Standard Webhooks has it: keyed with the decoded secret, in Base64. */
        STANDARD
    }

    /** The form in {@code Service-Signature}; empty when the header cannot be read. */
    static Optional<SignedForm> service(String header) {
        List<String> parts = List.of(header.split(",", -1));
        Optional<String> time = parts.stream()
                .filter(part -> part.startsWith("t="))
                .map(part -> part.substring(2))
                .filter(text -> SECONDS.matcher(text).matches())
                .findFirst();
        List<String> signatures = signatures(SERVICE, parts);
        return time.filter(_ -> !signatures.isEmpty())
                .map(text -> new SignedForm(Kind.SERVICE, "Service-Signature", seconds(text), text + ".", signatures));
    }

    /** The form in {@code webhook-id}, {@code webhook-timestamp} and {@code webhook-signature}; empty when they cannot be read. */
    static Optional<SignedForm> standard(String id, String time, String header) {
        List<String> signatures = signatures(STANDARD, List.of(header.split(" ", -1)));
        if (!SECONDS.matcher(time).matches() || signatures.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new SignedForm(Kind.STANDARD, "webhook-signature", seconds(time), id + "." + time + ".", signatures));
    }

    /** Whether a text can be a signing secret. */
    static boolean isSecret(String text) {
        try {
            return text.startsWith(SECRET_PREFIX) && decoded(text).length >= 16;
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    /** By what the API and the console show which secret it is: the first eight hexadecimal digits of its SHA-256. */
    static String fingerprint(String secret) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 4);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Whether one of its signatures is that of the body under the secret. */
    boolean fits(String secret, byte[] body) {
        byte[] mac = hmac(kind == Kind.SERVICE ? secret.getBytes(StandardCharsets.UTF_8) : decoded(secret), body);
        String expected = kind == Kind.SERVICE
                ? HexFormat.of().formatHex(mac)
                : Base64.getEncoder().encodeToString(mac);
        return signatures.stream()
                .anyMatch(signature -> MessageDigest.isEqual(
                        signature.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> signatures(Pattern form, List<String> parts) {
        return parts.stream()
                .map(form::matcher)
                .filter(Matcher::matches)
                .map(signature -> signature.group("signature"))
                .toList();
    }

    private byte[] hmac(byte[] key, byte[] body) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(prefix.getBytes(StandardCharsets.UTF_8));
        content.writeBytes(body);
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(content.toByteArray());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    private static byte[] decoded(String secret) {
        return Base64.getDecoder().decode(secret.substring(SECRET_PREFIX.length()));
    }

    private static Instant seconds(String text) {
        return Instant.ofEpochSecond(Long.parseLong(text));
    }
}
