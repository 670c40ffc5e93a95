package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;

/** Port: encrypts and decrypts signing secrets. */
public interface SecretVault {

    /** Encrypts a secret for one webhook. */
    SealedSecret seal(AccountId account, WebhookId webhook, int version, SigningSecret secret);

    /**
     * Decrypts a secret of one webhook.
     *
     * @throws IllegalStateException when it was sealed for another account, webhook or version, or was changed since
     */
    SigningSecret open(AccountId account, WebhookId webhook, SealedSecret sealed);
}
