package com.scheduleevents.aws.secrets;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of {@link SecretVault}. */
abstract class SecretVaultContract {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final WebhookId WEBHOOK = new WebhookId("whk_1");

    /** The port. */
    protected abstract SecretVault vault();

    @Test
    void openReturnsWhatWasSealed() {
        SigningSecret secret = SigningSecret.mint(new SecureRandom());

        SealedSecret sealed = vault().seal(ACCOUNT, WEBHOOK, 3, secret);

        assertThat(sealed.version()).isEqualTo(3);
        assertThat(vault().open(ACCOUNT, WEBHOOK, sealed).reveal()).isEqualTo(secret.reveal());
    }

    @Test
    void openReturnsTheHeadersThatWereSealed() {
        StaticHeaders headers = StaticHeaders.of(Map.of("X-Api-Key", "hunter2: 3", "X-Tenant", "harbour"));

        SealedHeaders sealed = vault().seal(ACCOUNT, WEBHOOK, headers);

        assertThat(sealed.names()).containsExactlyInAnyOrder("X-Api-Key", "X-Tenant");
        assertThat(vault().open(ACCOUNT, WEBHOOK, sealed)).isEqualTo(headers);
    }

    @Test
    void openReturnsTheCredentialsThatWereSealed() {
        OAuthClient client = new OAuthClient(
                "https://auth.example.com/token",
                "schedule",
                List.of("events"),
                Optional.empty(),
                OAuthClient.Method.CLIENT_SECRET_BASIC);

        SealedCredentials sealed = vault().seal(ACCOUNT, WEBHOOK, new ClientCredentials(client, "hunter2"));

        assertThat(sealed.client()).isEqualTo(client);
        assertThat(vault().open(ACCOUNT, WEBHOOK, sealed)).isEqualTo(new ClientCredentials(client, "hunter2"));
    }

    @Test
    void openReturnsTheCertificateThatWasSealed() {
        HeldCertificate held = new HeldCertificate.Builder().build();
        ClientCertificate certificate = new ClientCertificate(
                List.of(held.certificate()), held.keyPair().getPrivate());

        SealedCertificate sealed = vault().seal(ACCOUNT, WEBHOOK, certificate);

        assertThat(sealed.facts()).isEqualTo(certificate.facts());
        assertThat(vault().open(ACCOUNT, WEBHOOK, sealed)).isEqualTo(certificate);
    }

    @ParameterizedTest
    @CsvSource({"text/html; charset=utf-8, true", ", false"})
    void openReturnsTheResponseThatWasSealed(@Nullable String contentType, boolean truncated) {
        AttemptId attempt = new AttemptId(new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q901"), 2, 3);
        CapturedResponse response = new CapturedResponse(Optional.ofNullable(contentType), "\nwhole\n☎\r\n", truncated);

        SealedResponse sealed = vault().seal(ACCOUNT, WEBHOOK, attempt, response);

        assertThat(sealed.attempt()).isEqualTo(attempt);
        assertThat(vault().open(ACCOUNT, WEBHOOK, sealed)).isEqualTo(response);
    }
}
