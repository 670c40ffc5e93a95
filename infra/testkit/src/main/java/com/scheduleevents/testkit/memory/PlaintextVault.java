package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.WebhookId;

/** A vault that seals nothing: whoever reads the ciphertext sees the secret. */
public final class PlaintextVault implements SecretVault {

    @Override
    public SealedSecret seal(AccountId account, WebhookId webhook, int version, SigningSecret secret) {
        return new SealedSecret(version, account.value() + "/" + webhook.value(), secret.reveal());
    }

    @Override
    public SigningSecret open(AccountId account, WebhookId webhook, SealedSecret sealed) {
        return SigningSecret.of(sealed.ciphertext());
    }
}
