package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.WebhookId;

/** A vault that seals nothing. */
final class UnsealedVault implements SecretVault {

    @Override
    public SealedSecret seal(AccountId account, WebhookId id, int version, SigningSecret secret) {
        return new SealedSecret(version, "key", secret.reveal());
    }

    @Override
    public SigningSecret open(AccountId account, WebhookId id, SealedSecret secret) {
        return SigningSecret.of(secret.ciphertext());
    }
}
