package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.receiver.CapturedResponse;

/**
 * Port: encrypts and decrypts signing secrets, the static headers of webhooks, and captured responses. What was sealed for one account,
 * webhook, and version or attempt cannot be opened for another: then, and when it was changed since, the methods that open it throw an
 * {@link IllegalStateException}.
 */
public interface SecretVault {

    SealedSecret seal(AccountId account, WebhookId webhook, int version, SigningSecret secret);

    SigningSecret open(AccountId account, WebhookId webhook, SealedSecret sealed);

    SealedHeaders seal(AccountId account, WebhookId webhook, StaticHeaders headers);

    StaticHeaders open(AccountId account, WebhookId webhook, SealedHeaders sealed);

    SealedResponse seal(AccountId account, WebhookId webhook, AttemptId attempt, CapturedResponse response);

    CapturedResponse open(AccountId account, WebhookId webhook, SealedResponse sealed);
}
