package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.webhook.AttemptId;
import com.scheduleevents.domain.webhook.SealedHeaders;
import com.scheduleevents.domain.webhook.SealedResponse;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.StaticHeaders;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.stream.Collectors;

/** A vault that does not encrypt: the ciphertext is the secret. */
public final class PlaintextVault implements SecretVault {

    @Override
    public SealedSecret seal(AccountId account, WebhookId webhook, int version, SigningSecret secret) {
        return new SealedSecret(version, account.value() + "/" + webhook.value(), secret.reveal());
    }

    @Override
    public SigningSecret open(AccountId account, WebhookId webhook, SealedSecret sealed) {
        return SigningSecret.of(sealed.ciphertext());
    }

    @Override
    public SealedHeaders seal(AccountId account, WebhookId webhook, StaticHeaders headers) {
        String lines = headers.values().entrySet().stream()
                .map(header -> header.getKey() + ":" + header.getValue())
                .collect(Collectors.joining("\n"));
        return new SealedHeaders(headers.names(), account.value() + "/" + webhook.value(), lines);
    }

    @Override
    public StaticHeaders open(AccountId account, WebhookId webhook, SealedHeaders sealed) {
        return new StaticHeaders(sealed.ciphertext()
                .lines()
                .map(line -> line.split(":", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1])));
    }

    @Override
    public SealedResponse seal(AccountId account, WebhookId webhook, AttemptId attempt, CapturedResponse response) {
        return new SealedResponse(attempt, account.value() + "/" + webhook.value(), response.text());
    }

    @Override
    public CapturedResponse open(AccountId account, WebhookId webhook, SealedResponse sealed) {
        return CapturedResponse.parse(sealed.ciphertext());
    }
}
