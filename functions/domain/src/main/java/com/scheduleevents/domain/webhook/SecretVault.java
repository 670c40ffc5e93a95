package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;

/** Port: encrypts signing secrets and decrypts them again, for whoever has the right to. */
public interface SecretVault {

    /** Encrypts a secret for one webhook. */
    SealedSecret seal(AccountId account, WebhookId webhook, int version, SigningSecret secret);

    /**
     * Decrypts a secret of one webhook.
     *
     * @throws IllegalStateException when it was not sealed for this account, webhook and version, or was changed since
     */
    SigningSecret open(AccountId account, WebhookId webhook, SealedSecret sealed);
}
