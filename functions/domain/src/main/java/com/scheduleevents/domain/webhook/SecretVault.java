package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.certificate.ClientCertificate;
import com.scheduleevents.domain.oauth.ClientCredentials;
import com.scheduleevents.domain.receiver.CapturedResponse;

/** Port: encrypts and decrypts signing secrets, the static headers, client secrets and client certificates of webhooks, and captured responses. */
public interface SecretVault {

    /** Encrypts a secret for one webhook. */
    SealedSecret seal(AccountId account, WebhookId webhook, int version, SigningSecret secret);

    /**
     * Decrypts a secret of one webhook.
     *
     * @throws IllegalStateException when it was sealed for another account, webhook or version, or was changed since
     */
    SigningSecret open(AccountId account, WebhookId webhook, SealedSecret sealed);

    /** Encrypts the static headers of one webhook. */
    SealedHeaders seal(AccountId account, WebhookId webhook, StaticHeaders headers);

    /**
     * Decrypts the static headers of one webhook.
     *
     * @throws IllegalStateException when they were sealed for another account or webhook, or were changed since
     */
    StaticHeaders open(AccountId account, WebhookId webhook, SealedHeaders sealed);

    /** Encrypts the credentials with which one webhook gets access tokens. */
    SealedCredentials seal(AccountId account, WebhookId webhook, ClientCredentials credentials);

    /**
     * Decrypts the credentials with which one webhook gets access tokens.
     *
     * @throws IllegalStateException when they were sealed for another account or webhook, or were changed since
     */
    ClientCredentials open(AccountId account, WebhookId webhook, SealedCredentials sealed);

    /** Encrypts the client certificate of one webhook, with its key. */
    SealedCertificate seal(AccountId account, WebhookId webhook, ClientCertificate certificate);

    /**
     * Decrypts the client certificate of one webhook.
     *
     * @throws IllegalStateException when it was sealed for another account or webhook, or was changed since
     */
    ClientCertificate open(AccountId account, WebhookId webhook, SealedCertificate sealed);

    /** Encrypts what the receiver of one webhook responded to an attempt. */
    SealedResponse seal(AccountId account, WebhookId webhook, AttemptId attempt, CapturedResponse response);

    /**
     * Decrypts what the receiver of one webhook responded to an attempt.
     *
     * @throws IllegalStateException when it was sealed for another account, webhook or attempt, or was changed since
     */
    CapturedResponse open(AccountId account, WebhookId webhook, SealedResponse sealed);
}
