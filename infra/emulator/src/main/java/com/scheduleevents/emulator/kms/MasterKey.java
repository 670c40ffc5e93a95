package com.scheduleevents.emulator.kms;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * An AES-256-GCM key. Its ciphertexts contain its id, so that Decrypt needs none: one byte for the length, the
 * id, the nonce, the encrypted bytes.
 */
@SuppressWarnings("ArrayRecordComponent") // a key is compared by nobody
record MasterKey(String id, byte[] key) {

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    String arn() {
        return MasterKeyRing.ARN_PREFIX + id;
    }

    byte[] encrypt(byte[] plaintext, Map<String, String> context, SecureRandom random) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] name = id.getBytes(StandardCharsets.UTF_8);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, context).doFinal(plaintext);
            return ByteBuffer.allocate(1 + name.length + nonce.length + sealed.length)
                    .put((byte) name.length)
                    .put(name)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every JDK has AES-256-GCM.", impossible);
        }
    }

    /** @param ciphertext as {@link #encrypt} made it */
    byte[] decrypt(byte[] ciphertext, Map<String, String> context) throws KmsError {
        try {
            ByteBuffer rest = ByteBuffer.wrap(ciphertext).position(1 + ciphertext[0]);
            byte[] nonce = new byte[NONCE_BYTES];
            rest.get(nonce);
            byte[] sealed = new byte[rest.remaining()];
            rest.get(sealed);
            return cipher(Cipher.DECRYPT_MODE, nonce, context).doFinal(sealed);
        } catch (GeneralSecurityException | RuntimeException foreign) {
            throw invalid(foreign);
        }
    }

    /** The id of the key that made a ciphertext. */
    static String idIn(byte[] ciphertext) throws KmsError {
        try {
            return new String(ciphertext, 1, ciphertext[0], StandardCharsets.UTF_8);
        } catch (RuntimeException foreign) {
            throw invalid(foreign);
        }
    }

    private static KmsError invalid(Exception cause) {
        return new KmsError("InvalidCiphertextException", "", cause);
    }

    private Cipher cipher(int mode, byte[] nonce, Map<String, String> context) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(authenticated(new TreeMap<>(context)));
        return cipher;
    }

    /** Names and values prefixed by their lengths, ordered by name, so that different contexts have different bytes. */
    private static byte[] authenticated(SortedMap<String, String> context) {
        StringBuilder text = new StringBuilder();
        context.forEach((name, value) -> text.append(name.length())
                .append(':')
                .append(name)
                .append(value.length())
                .append(':')
                .append(value));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
