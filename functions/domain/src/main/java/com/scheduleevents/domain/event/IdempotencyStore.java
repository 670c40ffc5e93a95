package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import java.time.Instant;
import java.util.Optional;

/** Port: the idempotency keys in use, each with the request and the event id that it was claimed for. */
public interface IdempotencyStore {

    /**
     * Claims a key for a request, unless it is claimed already; idempotent.
     *
     * @param wanted the request and the event id
     * @param now the present time; claims that have expired are ignored
     * @return empty when the claim succeeded; otherwise the earlier claim
     */
    Optional<Claim> claim(AccountId account, IdempotencyKey key, Claim wanted, Instant now);

    /**
     * Lets a key stand for another event id; idempotent.
     *
     * @param from the id that it stands for
     * @param to the claim with the other id
     * @return the claim that is stored now: the wanted one, or another that somebody else made meanwhile; empty when there is none any more
     */
    Optional<Claim> replace(AccountId account, IdempotencyKey key, EventId from, Claim to);

    /**
     * The claim on a key.
     *
     * @param fingerprint of the request, {@link EventDraft#fingerprint()}
     * @param event the id that was created for it; the event itself may not be recorded yet
     * @param expiresAt when the key becomes free again
     */
    record Claim(String fingerprint, EventId event, Instant expiresAt) {}
}
