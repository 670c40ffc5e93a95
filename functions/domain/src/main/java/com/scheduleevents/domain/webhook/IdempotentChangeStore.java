package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyKey;
import java.time.Instant;
import java.util.Optional;

/**
 * Port: changes of webhooks with an idempotency key. One write takes the key and makes the change, so that a crash cannot separate
 * the two. The keys are those of {@link com.scheduleevents.domain.request.RequestKeys} too.
 */
public interface IdempotentChangeStore {

    /**
     * Finds the request that a key was used for.
     *
     * @param now the present time; expired keys are ignored
     */
    Optional<Earlier> find(AccountId account, IdempotencyKey key, Instant now);

    /**
     * Takes the key and makes the change, on the conditions of {@link WebhookStore#update}. Only the key is taken where the webhook is already
     * as it is to be.
     *
     * @param read the webhook before the change
     * @return whether it was made; not when the key was taken, or the webhook has changed or may have
     */
    boolean update(Webhook read, IdempotentChange change, Instant now);

    /**
     * The request that a key was used for.
     *
     * @param fingerprint identifies it
     * @param webhook the webhook after its change; empty when it was a request of another kind
     * @param expiresAt when the key becomes free again
     */
    record Earlier(String fingerprint, Optional<Webhook> webhook, Instant expiresAt) {

        /** The change that was made with a key. */
        public static Earlier of(IdempotentChange change) {
            return new Earlier(change.fingerprint(), Optional.of(change.webhook()), change.expiresAt());
        }
    }
}
