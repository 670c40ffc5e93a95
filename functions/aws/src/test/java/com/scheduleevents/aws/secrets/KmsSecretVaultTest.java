package com.scheduleevents.aws.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.certificate.ClientCertificate;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.oauth.ClientCredentials;
import com.scheduleevents.domain.oauth.OAuthClient;
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
import com.scheduleevents.testkit.aws.LocalTables;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class KmsSecretVaultTest extends SecretVaultContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final WebhookId WEBHOOK = new WebhookId("whk_1");

    private final SecureRandom random = new SecureRandom();
    private final SigningSecret secret = SigningSecret.mint(random);

    @Override
    protected SecretVault vault() {
        return api();
    }

    @Nested
    final class Simulated extends SecretVaultContract {

        private final SecretVault simulated = TestWiring.create().sealingVault();

        @Override
        protected SecretVault vault() {
            return simulated;
        }
    }

    @Test
    void senderOpensWhatTheApiSealed() {
        SealedSecret sealed = api().seal(ACCOUNT, WEBHOOK, 1, secret);
        assertThat(sender().open(ACCOUNT, WEBHOOK, sealed).reveal()).isEqualTo(secret.reveal());
        assertThat(sealed.ciphertext()).doesNotContain(secret.reveal().substring(SigningSecret.PREFIX.length()));
        assertThat(api().seal(ACCOUNT, WEBHOOK, 1, secret).ciphertext()).isNotEqualTo(sealed.ciphertext());
    }

    @Test
    void sealedSecretCannotBeOpenedForAnythingElse() {
        SealedSecret sealed = api().seal(ACCOUNT, WEBHOOK, 1, secret);
        assertRefused(new AccountId("acc_2"), WEBHOOK, sealed);
        assertRefused(ACCOUNT, new WebhookId("whk_2"), sealed);
        assertRefused(ACCOUNT, WEBHOOK, new SealedSecret(2, sealed.dataKey(), sealed.ciphertext()));
        assertRefused(ACCOUNT, WEBHOOK, new SealedSecret(1, "signing-secrets-2", sealed.ciphertext()));
        byte[] changed = Base64.getDecoder().decode(sealed.ciphertext());
        changed[changed.length - 1] ^= 1;
        assertRefused(
                ACCOUNT,
                WEBHOOK,
                new SealedSecret(1, sealed.dataKey(), Base64.getEncoder().encodeToString(changed)));
        assertRefused(ACCOUNT, WEBHOOK, new SealedSecret(1, sealed.dataKey(), "AAAA"));
        assertRefused(ACCOUNT, WEBHOOK, new SealedSecret(1, sealed.dataKey(), "no base64"));
    }

    @Test
    void sealedHeadersCannotBeOpenedForAnythingElse() {
        SealedHeaders sealed = api().seal(ACCOUNT, WEBHOOK, StaticHeaders.of(Map.of("X-Key", "hunter2")));
        assertThat(new String(Base64.getDecoder().decode(sealed.ciphertext()), StandardCharsets.ISO_8859_1))
                .doesNotContain("hunter2");
        assertThat(sender().open(ACCOUNT, WEBHOOK, sealed).values()).isEqualTo(Map.of("X-Key", "hunter2"));
        assertThatIllegalStateException()
                .isThrownBy(() -> sender().open(new AccountId("acc_2"), WEBHOOK, sealed))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2"));
        assertThatIllegalStateException().isThrownBy(() -> sender().open(ACCOUNT, new WebhookId("whk_2"), sealed));
        assertRefused(ACCOUNT, WEBHOOK, new SealedSecret(1, sealed.dataKey(), sealed.ciphertext()));
    }

    @Test
    void sealedCredentialsCannotBeOpenedForAnythingElse() {
        OAuthClient client = new OAuthClient(
                "https://auth.example.com/", "id", List.of(), Optional.empty(), OAuthClient.Method.CLIENT_SECRET_BASIC);
        SealedCredentials sealed = api().seal(ACCOUNT, WEBHOOK, new ClientCredentials(client, "hunter2"));
        assertThat(new String(Base64.getDecoder().decode(sealed.ciphertext()), StandardCharsets.ISO_8859_1))
                .doesNotContain("hunter2");
        assertThat(sender().open(ACCOUNT, WEBHOOK, sealed).secret()).isEqualTo("hunter2");
        assertThatIllegalStateException()
                .isThrownBy(() -> sender().open(new AccountId("acc_2"), WEBHOOK, sealed))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2"));
        assertThatIllegalStateException().isThrownBy(() -> sender().open(ACCOUNT, new WebhookId("whk_2"), sealed));
        assertThatIllegalStateException().isThrownBy(() -> sender().open(
                        ACCOUNT, WEBHOOK, new SealedHeaders(List.of("X-Key"), sealed.dataKey(), sealed.ciphertext())));
    }

    @Test
    void sealedCertificatesCannotBeOpenedForAnythingElse() {
        HeldCertificate held = new HeldCertificate.Builder().build();
        ClientCertificate certificate = new ClientCertificate(
                List.of(held.certificate()), held.keyPair().getPrivate());
        SealedCertificate sealed = api().seal(ACCOUNT, WEBHOOK, certificate);
        assertThat(new String(Base64.getDecoder().decode(sealed.ciphertext()), StandardCharsets.ISO_8859_1))
                .doesNotContain("BEGIN");
        assertThat(sender().open(ACCOUNT, WEBHOOK, sealed)).isEqualTo(certificate);
        assertThatIllegalStateException().isThrownBy(() -> sender().open(new AccountId("acc_2"), WEBHOOK, sealed));
        assertThatIllegalStateException().isThrownBy(() -> sender().open(ACCOUNT, new WebhookId("whk_2"), sealed));
        assertThatIllegalStateException().isThrownBy(() -> sender().open(
                        ACCOUNT, WEBHOOK, new SealedHeaders(List.of("X-Key"), sealed.dataKey(), sealed.ciphertext())));
    }

    @Test
    void senderSealsResponsesThatCannotBeOpenedForAnythingElse() {
        AttemptId attempt = new AttemptId(new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q901"), 1, 2);
        api().seal(ACCOUNT, WEBHOOK, 1, secret);
        SealedResponse sealed = sender().seal(
                        ACCOUNT, WEBHOOK, attempt, new CapturedResponse(Optional.of("text/plain"), "hunter2", false));

        assertThat(new String(Base64.getDecoder().decode(sealed.ciphertext()), StandardCharsets.ISO_8859_1))
                .doesNotContain("hunter2");
        assertThat(api().open(ACCOUNT, WEBHOOK, sealed).body()).isEqualTo("hunter2");
        for (AttemptId other : List.of(
                new AttemptId(new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q902"), 1, 2),
                new AttemptId(attempt.event(), 2, 2),
                new AttemptId(attempt.event(), 1, 3))) {
            assertThatIllegalStateException().isThrownBy(() -> api().open(
                            ACCOUNT, WEBHOOK, new SealedResponse(other, sealed.dataKey(), sealed.ciphertext())));
        }
        assertThatIllegalStateException().isThrownBy(() -> api().open(new AccountId("acc_2"), WEBHOOK, sealed));
        assertThatIllegalStateException().isThrownBy(() -> api().open(ACCOUNT, new WebhookId("whk_2"), sealed));
        assertRefused(ACCOUNT, WEBHOOK, new SealedSecret(1, sealed.dataKey(), sealed.ciphertext()));
    }

    @Test
    void concurrentFirstUsersGetTheSameDataKey() throws Exception {
        Callable<SealedSecret> sealing = () -> api().seal(ACCOUNT, WEBHOOK, 1, secret);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(threads.invokeAll(Collections.nCopies(8, sealing)).stream()
                            .map(Future::resultNow))
                    .allSatisfy(each -> assertThat(
                                    sender().open(ACCOUNT, WEBHOOK, each).reveal())
                            .isEqualTo(secret.reveal()));
        }
    }

    private void assertRefused(AccountId account, WebhookId webhook, SealedSecret sealed) {
        assertThatIllegalStateException()
                .isThrownBy(() -> sender().open(account, webhook, sealed))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(secret.reveal()));
    }

    private KmsSecretVault api() {
        return new KmsSecretVault(
                new DataKeyMaker(
                        TABLES.dynamoDb(),
                        TABLES.named("DataKeysTable"),
                        TABLES.kms(),
                        LocalTables.WRAPPING_KEY,
                        Clock.systemUTC()),
                random);
    }

    private KmsSecretVault sender() {
        return new KmsSecretVault(
                new StoredDataKeys(
                        TABLES.dynamoDb(), TABLES.named("DataKeysTable"), TABLES.kms(), LocalTables.WRAPPING_KEY),
                random);
    }
}
