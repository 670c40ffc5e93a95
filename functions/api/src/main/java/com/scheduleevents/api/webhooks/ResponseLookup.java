package com.scheduleevents.api.webhooks;

import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.delivery.CapturedResponseStore;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.webhook.AttemptId;
import com.scheduleevents.domain.webhook.SealedResponse;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Collectors;

/** Finds the captured responses that a key may see. */
final class ResponseLookup {

    private final CapturedResponseStore responses;
    private final SecretVault vault;
    private final InstantSource clock;

    ResponseLookup(CapturedResponseStore responses, SecretVault vault, InstantSource clock) {
        this.responses = responses;
        this.vault = vault;
        this.clock = clock;
    }

    /**
     * The captured responses to a delivery. They are for keys that may write webhooks, since a receiver's response may contain anything;
     * and while the webhook captures none, nothing is read.
     */
    Map<AttemptId, CapturedResponse> to(LoggedDelivery delivery, Webhook webhook, Caller caller) {
        return webhook.settings().capturesResponses() && caller.scopes().contains(Scope.WEBHOOKS_WRITE)
                ? responses.of(webhook.id(), delivery.event(), clock.instant()).stream()
                        .collect(Collectors.toMap(
                                SealedResponse::attempt, found -> vault.open(webhook.account(), webhook.id(), found)))
                : Map.of();
    }
}
