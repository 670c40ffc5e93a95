package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyKey;
import java.time.Instant;
import java.util.Optional;

/**
 * Port: changes of webhooks that came with an idempotency key. The key is taken and the change made in one write, so that no
 * crash can leave the one without the other.
 */
public interface IdempotentChanges {

    /**
     * What a key was taken for.
     *
     * @param now a key whose time ended before this is free
     */
    Optional<IdempotentChange> find(AccountId account, IdempotencyKey key, Instant now);

    /**
     * Takes the key and makes of the webhook what the change says, on the conditions of {@link WebhookStore#update}.
     *
     * @return whether it is done; not when the key was taken or the webhook changed in the meantime, or may have been
     */
    boolean update(IdempotentChange change, Instant now);
}
