package com.scheduleevents.aws.secrets;

import com.scheduleevents.aws.secrets.DataKeys.DataKey;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.certificate.ClientCertificate;
import com.scheduleevents.domain.certificate.Pem;
import com.scheduleevents.domain.oauth.ClientCredentials;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.webhook.AttemptId;
import com.scheduleevents.domain.webhook.SealedCertificate;
import com.scheduleevents.domain.webhook.SealedCredentials;
import com.scheduleevents.domain.webhook.SealedHeaders;
import com.scheduleevents.domain.webhook.SealedResponse;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.StaticHeaders;
import com.scheduleevents.domain.webhook.WebhookId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * Encrypts signing secrets, static headers, client secrets and client certificates with AES-256-GCM (NIST SP 800-38D) under a data key. A random nonce of 96 bits is safe for
 * 2^32 secrets per key, which is more than there will be webhooks. There may be more captured responses, so each is encrypted with a key of
 * its own, which is derived from the data key (HKDF, RFC 5869).
 */
public final class KmsSecretVault implements SecretVault {

    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int KEY_BYTES = 32;

    /** What the headers are bound to, where a signing secret is bound to its version. */
    private static final String HEADERS = "headers";

    private static final String AUTH = "auth";
    private static final String CERTIFICATE = "client_certificate";
    private static final String RESPONSE = "response";

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
        String sealed = encrypted(key, binding(account, webhook, Integer.toString(version), key), secret.reveal());
        return new SealedSecret(version, key.id(), sealed);
    }

    @Override
    public SigningSecret open(AccountId account, WebhookId webhook, SealedSecret sealed) {
        DataKey key = keys.named(sealed.dataKey());
        byte[] binding = binding(account, webhook, Integer.toString(sealed.version()), key);
        return SigningSecret.of(decrypted(webhook, key, binding, sealed.ciphertext()));
    }

    @Override
    public SealedHeaders seal(AccountId account, WebhookId webhook, StaticHeaders headers) {
        DataKey key = keys.current();
        String lines = headers.values().entrySet().stream()
                .map(header -> header.getKey() + ":" + header.getValue())
                .collect(Collectors.joining("\n"));
        return new SealedHeaders(
                headers.names(), key.id(), encrypted(key, binding(account, webhook, HEADERS, key), lines));
    }

    @Override
    public StaticHeaders open(AccountId account, WebhookId webhook, SealedHeaders sealed) {
        DataKey key = keys.named(sealed.dataKey());
        String lines = decrypted(webhook, key, binding(account, webhook, HEADERS, key), sealed.ciphertext());
        Map<String, String> values = new LinkedHashMap<>();
        lines.lines().forEach(line -> {
            int colon = line.indexOf(':');
            values.put(line.substring(0, colon), line.substring(colon + 1));
        });
        return new StaticHeaders(values);
    }

    @Override
    public SealedCredentials seal(AccountId account, WebhookId webhook, ClientCredentials credentials) {
        DataKey key = keys.current();
        return new SealedCredentials(
                credentials.client(),
                key.id(),
                encrypted(key, binding(account, webhook, AUTH, key), credentials.secret()));
    }

    @Override
    public ClientCredentials open(AccountId account, WebhookId webhook, SealedCredentials sealed) {
        DataKey key = keys.named(sealed.dataKey());
        byte[] binding = binding(account, webhook, AUTH, key);
        return new ClientCredentials(sealed.client(), decrypted(webhook, key, binding, sealed.ciphertext()));
    }

    @Override
    public SealedCertificate seal(AccountId account, WebhookId webhook, ClientCertificate certificate) {
        DataKey key = keys.current();
        byte[] binding = binding(account, webhook, CERTIFICATE, key);
        return new SealedCertificate(certificate.facts(), key.id(), encrypted(key, binding, Pem.write(certificate)));
    }

    @Override
    public ClientCertificate open(AccountId account, WebhookId webhook, SealedCertificate sealed) {
        DataKey key = keys.named(sealed.dataKey());
        byte[] binding = binding(account, webhook, CERTIFICATE, key);
        return Pem.read(decrypted(webhook, key, binding, sealed.ciphertext()));
    }

    @Override
    public SealedResponse seal(AccountId account, WebhookId webhook, AttemptId attempt, CapturedResponse response) {
        DataKey key = keys.current();
        byte[] binding = binding(account, webhook, what(attempt), key);
        return new SealedResponse(attempt, key.id(), encrypted(derived(key, binding), binding, response.text()));
    }

    @Override
    public CapturedResponse open(AccountId account, WebhookId webhook, SealedResponse sealed) {
        DataKey key = keys.named(sealed.dataKey());
        byte[] binding = binding(account, webhook, what(sealed.attempt()), key);
        return CapturedResponse.parse(decrypted(webhook, derived(key, binding), binding, sealed.ciphertext()));
    }

    private static String what(AttemptId attempt) {
        return String.join(
                "\n",
                RESPONSE,
                attempt.event().value(),
                Integer.toString(attempt.cycle()),
                Integer.toString(attempt.number()));
    }

    private static DataKey derived(DataKey key, byte[] binding) {
        try {
            return new DataKey(
                    key.id(),
                    KDF.getInstance("HKDF-SHA256")
                            .deriveKey("AES", HKDFParameterSpec.expandOnly(key.key(), binding, KEY_BYTES)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a key could not be derived", e);
        }
    }

    private String encrypted(DataKey key, byte[] binding, String text) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] encrypted =
                    cipher(Cipher.ENCRYPT_MODE, key, nonce, binding).doFinal(text.getBytes(StandardCharsets.UTF_8));
            byte[] sealed = ByteBuffer.allocate(nonce.length + encrypted.length)
                    .put(nonce)
                    .put(encrypted)
                    .array();
            return Base64.getEncoder().encodeToString(sealed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a secret of a webhook could not be encrypted", e);
        }
    }

    private static String decrypted(WebhookId webhook, DataKey key, byte[] binding, String ciphertext) {
        ByteBuffer bytes = ByteBuffer.wrap(decoded(webhook, ciphertext));
        byte[] nonce = new byte[NONCE_BYTES];
        bytes.get(nonce);
        byte[] encrypted = new byte[bytes.remaining()];
        bytes.get(encrypted);
        try {
            byte[] text = cipher(Cipher.DECRYPT_MODE, key, nonce, binding).doFinal(encrypted);
            return new String(text, StandardCharsets.UTF_8);
        } catch (AEADBadTagException e) {
            throw notOurs(webhook, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the secret of " + webhook.value() + " could not be decrypted", e);
        }
    }

    private static byte[] decoded(WebhookId webhook, String ciphertext) {
        try {
            byte[] bytes = Base64.getDecoder().decode(ciphertext);
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

    /** No id contains a line break, and nothing else begins like an attempt, so different bindings never have the same bytes. */
    private static byte[] binding(AccountId account, WebhookId webhook, String what, DataKey key) {
        return String.join("\n", account.value(), webhook.value(), what, key.id())
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static Cipher cipher(int mode, DataKey key, byte[] nonce, byte[] binding) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(binding);
        return cipher;
    }
}
