package com.scheduleevents.api.control;

import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeyReader;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.IssuedKeys;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Revokes a key, and what it leaves behind as far as the caller wants and sees it. The keys that it issued are looked for once more after
 * it is revoked, because it may have issued one meanwhile. Whatever interrupts this, it can be repeated.
 */
final class KeyRevocation {

    /** A try fails only when a concurrent change has succeeded, and a pass finds a key only when one was issued meanwhile. */
    private static final int MAX_TRIES = 20;

    private final ApiKeyStore keys;
    private final ApiKeyReader reader;
    private final WebhookStore webhooks;
    private final ClinicAccess access;

    KeyRevocation(ApiKeyStore keys, ApiKeyReader reader, WebhookStore webhooks, ClinicAccess access) {
        this.keys = keys;
        this.reader = reader;
        this.webhooks = webhooks;
        this.access = access;
    }

    /**
     * What a revocation did.
     *
     * @param revoked the keys that were revoked besides the key
     * @param disabled the webhooks that were disabled
     * @param remainingKeys the valid keys that the revoked ones issued
     * @param remainingWebhooks the active webhooks that the revoked keys registered
     */
    record Outcome(
            ApiKeyId key,
            List<ApiKeyId> revoked,
            List<WebhookId> disabled,
            List<ApiKeyId> remainingKeys,
            List<WebhookId> remainingWebhooks) {}

    Outcome revoke(Caller caller, ApiKeyId key, RevocationQuery query, Origin by) {
        Clinics seen = access.clinicsOf(caller);
        List<ApiKeyId> revoked = new ArrayList<>();
        if (query.issuedKeys()) {
            revokeFound(caller, key, revoked, by);
        }
        keys.revoke(caller.account(), key, by);
        if (query.issuedKeys()) {
            revokeIssued(caller, key, revoked, by);
        }
        IssuedKeys left = issued(caller, key);
        Set<ApiKeyId> gone = query.issuedKeys() ? left.revoked() : Set.of(key);
        List<WebhookId> ids = registered(caller, gone, seen).stream()
                .filter(webhook -> query.webhooks() ? disable(webhook, by) : webhook.isActive())
                .map(Webhook::id)
                .toList();
        return new Outcome(
                key,
                revoked,
                query.webhooks() ? ids : List.of(),
                visible(caller, left),
                query.webhooks() ? List.of() : ids);
    }

    /** A key that is about to be revoked may issue another one until it is; so this looks again until it finds none. */
    private void revokeIssued(Caller caller, ApiKeyId key, List<ApiKeyId> revoked, Origin by) {
        for (int passes = 0; passes < MAX_TRIES; passes++) {
            if (!revokeFound(caller, key, revoked, by)) {
                return;
            }
        }
        throw new ApiException(
                ErrorCode.CONCURRENT_CHANGES,
                null,
                "The key is revoked, but the keys that it issued go on issuing others. Send the request again.");
    }

    /** @return whether a key that can be revoked was found */
    private boolean revokeFound(Caller caller, ApiKeyId key, List<ApiKeyId> revoked, Origin by) {
        List<ApiKeyId> found = visible(caller, issued(caller, key));
        found.forEach(id -> keys.revoke(caller.account(), id, by));
        revoked.addAll(found);
        return !found.isEmpty();
    }

    private IssuedKeys issued(Caller caller, ApiKeyId key) {
        return new IssuedKeys(key, keys.all(caller.account()));
    }

    private List<ApiKeyId> visible(Caller caller, IssuedKeys issued) {
        return issued.valid().stream()
                .filter(id -> reader.one(caller, id).isPresent())
                .toList();
    }

    private List<Webhook> registered(Caller caller, Set<ApiKeyId> by, Clinics seen) {
        return webhooks.candidates(caller.account()).webhooks().stream()
                .filter(webhook -> by.contains(webhook.key()))
                .filter(webhook -> webhook.isSeenBy(seen))
                .toList();
    }

    /** @return whether it was active */
    private boolean disable(Webhook found, Origin by) {
        Webhook read = found;
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            if (webhooks.update(read, read.keyRevoked(by.at()).by(by))) {
                return read.isActive();
            }
            Optional<Webhook> again = webhooks.candidates(found.account()).webhooks().stream()
                    .filter(webhook -> webhook.id().equals(found.id()))
                    .findFirst();
            if (again.isEmpty()) {
                return false;
            }
            read = again.get();
        }
        throw new ApiException(
                ErrorCode.CONCURRENT_CHANGES,
                null,
                "Too many requests change a webhook of this key at once. The key is revoked; disable its webhooks with"
                        + " POST /v1/webhooks/{webhook_id}/disable.");
    }
}
