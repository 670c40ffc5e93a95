package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.WebhookId;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

/** What every {@link SecretVault} does. */
public abstract class SecretVaultContract {

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
}
