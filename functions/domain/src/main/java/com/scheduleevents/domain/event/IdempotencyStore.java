package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import java.time.Instant;
import java.util.Optional;

/** Port: which idempotency keys were used, for what, and under which event identifier. */
public interface IdempotencyStore {

    /**
     * Takes the key for a request, unless it is taken; harmless to repeat.
     *
     * @param wanted what it is to be taken for
     * @param now a claim that expired before this is as good as none
     * @return empty when the key is now taken for {@code wanted}; else what it had been taken for before
     */
    Optional<Claim> claim(AccountId account, IdempotencyKey key, Claim wanted, Instant now);

    /**
     * What a key was taken for.
     *
     * @param fingerprint of the request, {@link EventDraft#fingerprint()}
     * @param event the identifier that was minted for it; the event itself may not be recorded yet
     * @param expiresAt until when the key stays taken
     */
    record Claim(String fingerprint, EventId event, Instant expiresAt) {}
}
