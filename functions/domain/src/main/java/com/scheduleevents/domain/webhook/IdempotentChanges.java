package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyKey;
import java.time.Instant;
import java.util.Optional;

/**
 * Port: changes of webhooks with an idempotency key. One write takes the key and makes the change, so that a crash cannot separate
 * the two.
 */
public interface IdempotentChanges {

    /**
     * Finds the change that a key was used for.
     *
     * @param now the present time; expired keys are ignored
     */
    Optional<IdempotentChange> find(AccountId account, IdempotencyKey key, Instant now);

    /**
     * Takes the key and makes the change, on the conditions of {@link WebhookStore#update}.
     *
     * @param read the webhook before the change
     * @return whether it was made; not when the key was taken, or the webhook has changed or may have
     */
    boolean update(Webhook read, IdempotentChange change, Instant now);
}
