package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Port: events and idempotency keys again, many at a time in few calls. */
public interface BatchStore {

    /** How many keys or events one call takes. */
    int MAX = 100;

    /**
     * What keys were taken for, in one read.
     *
     * @param keys at most {@link #MAX}
     * @param now a claim that expired before this is as good as none
     */
    Map<IdempotencyKey, Claim> claims(AccountId account, Set<IdempotencyKey> keys, Instant now);

    /**
     * The events that are there, in one read.
     *
     * @param ids at most {@link #MAX}
     */
    Map<EventId, Event> find(AccountId account, Set<EventId> ids);

    /**
     * Puts events, each together with the claim on its key, or neither. What is there stays as it is.
     *
     * @param puts at most {@link #MAX}
     * @param now as for {@link #claims}
     * @return those of the puts that were made; the others met something in their way and have to be made one by one
     */
    Set<Put> put(AccountId account, List<Put> puts, Instant now);

    /**
     * An event to put.
     *
     * @param claimed the key to take for it; empty when it has none, or has taken it before
     * @param fingerprint of the request that it comes from
     * @param expiresAt from when on it may be removed, and its claim too
     */
    record Put(Event event, Optional<IdempotencyKey> claimed, String fingerprint, Instant expiresAt) {

        /** The claim on a key. */
        public Claim claim() {
            return new Claim(fingerprint, event.id(), expiresAt);
        }
    }
}
