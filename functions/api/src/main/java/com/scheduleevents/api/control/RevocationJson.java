package com.scheduleevents.api.control;

import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.List;

/**
 * The revocation of a key as the API shows it: what it took along, and what it left behind.
 *
 * @param id the key
 * @param revokedApiKeyIds the keys that it issued, and that were revoked with it
 * @param disabledWebhookIds the webhooks of the revoked keys that were disabled
 * @param remainingApiKeyIds the keys that the revoked ones issued, and that are still valid
 * @param remainingWebhookIds the webhooks of the revoked keys that are still active
 */
record RevocationJson(
        String id,
        List<String> revokedApiKeyIds,
        List<String> disabledWebhookIds,
        List<String> remainingApiKeyIds,
        List<String> remainingWebhookIds) {

    static RevocationJson of(KeyRevocation.Outcome outcome) {
        return new RevocationJson(
                outcome.key().value(),
                keys(outcome.revoked()),
                webhooks(outcome.disabled()),
                keys(outcome.remainingKeys()),
                webhooks(outcome.remainingWebhooks()));
    }

    private static List<String> keys(List<ApiKeyId> ids) {
        return ids.stream().map(ApiKeyId::value).toList();
    }

    private static List<String> webhooks(List<WebhookId> ids) {
        return ids.stream().map(WebhookId::value).toList();
    }
}
