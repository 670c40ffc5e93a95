package com.scheduleevents.cloud.kms;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import software.amazon.awssdk.core.SdkBytes;

/** The keys that never leave KMS. They encrypt with real AES, so that only the right context decrypts. */
final class WrappingKeys {

    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final int KEY = 32;

    private final RandomGenerator random;
    private final Map<String, SecretKeySpec> keys = new TreeMap<>();

    WrappingKeys(RandomGenerator random) {
        this.random = random;
    }

    void create(String id) {
        keys.put(id, new SecretKeySpec(bytes(KEY), "AES"));
    }

    byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** What is encrypted names its key, as KMS's ciphertexts do. */
    SdkBytes encrypt(String id, byte[] plain, Map<String, String> context) {
        byte[] nonce = bytes(NONCE);
        byte[] sealed = crypt(Cipher.ENCRYPT_MODE, key(id), nonce, plain, context);
        byte[] name = id.getBytes(StandardCharsets.UTF_8);
        ByteBuffer blob = ByteBuffer.allocate(Integer.BYTES + name.length + NONCE + sealed.length);
        blob.putInt(name.length).put(name).put(nonce).put(sealed);
        return SdkBytes.fromByteArray(blob.array());
    }

    byte[] decrypt(SdkBytes blob, Map<String, String> context) {
        ByteBuffer buffer = blob.asByteBuffer();
        if (buffer.remaining() < Integer.BYTES) {
            throw KmsExceptions.invalidCiphertext();
        }
        int length = buffer.getInt();
        if (length < 0 || buffer.remaining() < length + NONCE) {
            throw KmsExceptions.invalidCiphertext();
        }
        byte[] name = new byte[length];
        byte[] nonce = new byte[NONCE];
        buffer.get(name).get(nonce);
        byte[] sealed = new byte[buffer.remaining()];
        buffer.get(sealed);
        return crypt(Cipher.DECRYPT_MODE, key(new String(name, StandardCharsets.UTF_8)), nonce, sealed, context);
    }

    /** Which key a ciphertext names. */
    static String keyOf(SdkBytes blob) {
        ByteBuffer buffer = blob.asByteBuffer();
        byte[] name = new byte[buffer.getInt()];
        buffer.get(name);
        return new String(name, StandardCharsets.UTF_8);
    }

    private SecretKeySpec key(String id) {
        SecretKeySpec key = keys.get(id);
        if (key == null) {
            throw KmsExceptions.unknownKey(id);
        }
        return key;
    }

    private static byte[] crypt(int mode, SecretKeySpec key, byte[] nonce, byte[] input, Map<String, String> context) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(new TreeMap<>(context).toString().getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(input);
        } catch (AEADBadTagException e) {
            throw KmsExceptions.invalidCiphertext();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES in GCM", e);
        }
    }
}
