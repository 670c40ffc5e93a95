package com.scheduleevents.aws.secrets;

import com.scheduleevents.aws.secrets.DataKeys.DataKey;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.WebhookId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts signing secrets with AES-256-GCM (NIST SP 800-38D) under a data key. A random nonce of 96 bits is safe for 2^32 secrets per key,
 * which is more than there will be webhooks.
 */
public final class KmsSecretVault implements SecretVault {

    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final DataKeys keys;
    private final RandomGenerator random;

    /**
     * @param keys {@link DataKeyMaker} for a function that encrypts, {@link StoredDataKeys} for one that only decrypts
     * @param random a cryptographic source, for nonces
     */
    public KmsSecretVault(DataKeys keys, RandomGenerator random) {
        this.keys = keys;
        this.random = random;
    }

    @Override
    public SealedSecret seal(AccountId account, WebhookId webhook, int version, SigningSecret secret) {
        DataKey key = keys.current();
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] text = secret.reveal().getBytes(StandardCharsets.US_ASCII);
        try {
            byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, key, nonce, binding(account, webhook, version, key.id()))
                    .doFinal(text);
            byte[] sealed = ByteBuffer.allocate(nonce.length + encrypted.length)
                    .put(nonce)
                    .put(encrypted)
                    .array();
            return new SealedSecret(version, key.id(), Base64.getEncoder().encodeToString(sealed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the secret of " + webhook.value() + " could not be encrypted", e);
        }
    }

    @Override
    public SigningSecret open(AccountId account, WebhookId webhook, SealedSecret sealed) {
        DataKey key = keys.named(sealed.dataKey());
        ByteBuffer bytes = ByteBuffer.wrap(decoded(webhook, sealed));
        byte[] nonce = new byte[NONCE_BYTES];
        bytes.get(nonce);
        byte[] encrypted = new byte[bytes.remaining()];
        bytes.get(encrypted);
        try {
            byte[] text = cipher(Cipher.DECRYPT_MODE, key, nonce, binding(account, webhook, sealed.version(), key.id()))
                    .doFinal(encrypted);
            return SigningSecret.of(new String(text, StandardCharsets.US_ASCII));
        } catch (AEADBadTagException e) {
            throw notOurs(webhook, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the secret of " + webhook.value() + " could not be decrypted", e);
        }
    }

    private static byte[] decoded(WebhookId webhook, SealedSecret sealed) {
        try {
            byte[] bytes = Base64.getDecoder().decode(sealed.ciphertext());
            if (bytes.length < NONCE_BYTES + TAG_BITS / Byte.SIZE) {
                throw new IllegalArgumentException("too short");
            }
            return bytes;
        } catch (IllegalArgumentException e) {
            throw notOurs(webhook, e);
        }
    }

    private static IllegalStateException notOurs(WebhookId webhook, Exception cause) {
        return new IllegalStateException(
                "the sealed secret of " + webhook.value() + " belongs to another row, or was changed", cause);
    }

    /** None of the parts contains a line break, so different bindings never have the same bytes. */
    private static byte[] binding(AccountId account, WebhookId webhook, int version, String dataKey) {
        return String.join("\n", account.value(), webhook.value(), Integer.toString(version), dataKey)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static Cipher cipher(int mode, DataKey key, byte[] nonce, byte[] binding) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(binding);
        return cipher;
    }
}
