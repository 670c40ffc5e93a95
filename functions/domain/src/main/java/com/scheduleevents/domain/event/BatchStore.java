package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Port: reads and writes many events and idempotency keys with few calls. Existing events and claims are not changed. */
public interface BatchStore {

    /** The largest number of keys or events in one call. */
    int MAX = 100;

    /**
     * Claims keys; idempotent.
     *
     * @param wanted at most {@link #MAX} keys, with the claim on each
     * @param now the present time, at which earlier claims may have expired
     * @return the claims that are stored now: the wanted one where the key was free, and the earlier one where it was not. A key whose
     *     claim could be neither made nor read is missing, and has to be claimed alone.
     */
    Map<IdempotencyKey, Claim> claim(AccountId account, Map<IdempotencyKey, Claim> wanted, Instant now);

    /**
     * Finds events, in one read.
     *
     * @param ids at most {@link #MAX}
     */
    Map<EventId, Event> find(AccountId account, Set<EventId> ids);

    /**
     * Puts events; idempotent.
     *
     * @param puts at most {@link #MAX}, of different events
     * @return the events that are stored now under these ids; a missing one has to be put alone
     */
    Map<EventId, Event> put(AccountId account, Collection<Put> puts);

    /**
     * An event to put.
     *
     * @param expiresAt when it may be deleted
     */
    record Put(Event event, Instant expiresAt) {}
}
