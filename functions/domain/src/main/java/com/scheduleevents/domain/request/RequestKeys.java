package com.scheduleevents.domain.request;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyKey;
import java.time.Instant;
import java.util.Optional;

/**
 * Port: the idempotency keys of an account's requests, except those that record events. A request that only writes the row of a webhook
 * takes its key in that write ({@link com.scheduleevents.domain.webhook.IdempotentChangeStore}); every other one takes it before it does
 * anything, and says when it is done. Both take them from the same set.
 */
public interface RequestKeys {

    /**
     * Takes a key for a request, unless it is taken; idempotent.
     *
     * @param now the present time; expired keys are free
     * @return empty when the key was taken by this call; otherwise the request that has it
     */
    Optional<KeyedRequest> take(AccountId account, IdempotencyKey key, KeyedRequest wanted, Instant now);

    /**
     * Replaces what is remembered of a request that has not succeeded.
     *
     * @param read as it was read or written last
     * @return whether this call is known to have replaced it; not when it has changed since
     */
    boolean replace(AccountId account, IdempotencyKey key, KeyedRequest read, KeyedRequest next);

    /**
     * Frees the key of a request that was refused, and has therefore changed nothing; idempotent. A key that another request took over stays
     * as it is.
     *
     * @param read as it was written last
     */
    void free(AccountId account, IdempotencyKey key, KeyedRequest read);
}
