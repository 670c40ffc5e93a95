package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Port: reads and writes many events and idempotency keys with few calls. */
public interface BatchStore {

    /** The largest number of keys or events in one call. */
    int MAX = 100;

    /**
     * Finds the claims on keys, in one read.
     *
     * @param keys at most {@link #MAX}
     * @param now the present time; claims that have expired are ignored
     */
    Map<IdempotencyKey, Claim> claims(AccountId account, Set<IdempotencyKey> keys, Instant now);

    /**
     * Finds events, in one read.
     *
     * @param ids at most {@link #MAX}
     */
    Map<EventId, Event> find(AccountId account, Set<EventId> ids);

    /**
     * Puts events, each in one transaction with the claim on its key. Existing events and claims are not changed.
     *
     * @param puts at most {@link #MAX}
     * @param now as for {@link #claims}
     * @return the puts that succeeded; the others met an existing row or a concurrent request and have to be made one at a time
     */
    Set<Put> put(AccountId account, List<Put> puts, Instant now);

    /**
     * An event to put.
     *
     * @param claimed the key to claim for it; empty when there is none, or it was claimed before
     * @param fingerprint the fingerprint of the request
     * @param expiresAt when the event and the claim may be deleted
     */
    record Put(Event event, Optional<IdempotencyKey> claimed, String fingerprint, Instant expiresAt) {

        /** The claim on a key. */
        public Claim claim() {
            return new Claim(fingerprint, event.id(), expiresAt);
        }
    }
}
