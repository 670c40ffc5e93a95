package com.scheduleevents.cloud.sqs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** The digests that are in responses of SQS. */
public final class MessageDigests {

    /** How a value is stored, in the digest. */
    private static final byte TEXT = 1;

    private static final byte BINARY = 2;

    private MessageDigests() {}

    /** The MD5 digest of a body, in hexadecimal digits. */
    public static String md5(String body) {
        return HexFormat.of().formatHex(digest().digest(bytes(body)));
    }

    /**
     * The MD5 digest of the attributes of a message, in hexadecimal digits (Amazon SQS Developer Guide, "Calculating the MD5 message digest
     * for message attributes"): of each in the order of its name, the length and bytes of name, type and value.
     *
     * @return empty without attributes
     */
    static Optional<String> md5(Map<String, MessageAttributeValue> attributes) {
        if (attributes.isEmpty()) {
            return Optional.empty();
        }
        MessageDigest digest = digest();
        new TreeMap<>(attributes).forEach((name, value) -> {
            update(digest, bytes(name));
            update(digest, bytes(value.dataType()));
            boolean isBinary = value.binaryValue() != null;
            digest.update(isBinary ? BINARY : TEXT);
            update(digest, isBinary ? value.binaryValue().asByteArrayUnsafe() : bytes(value.stringValue()));
        });
        return Optional.of(HexFormat.of().formatHex(digest.digest()));
    }

    private static void update(MessageDigest digest, byte[] part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
        digest.update(part);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }
}
