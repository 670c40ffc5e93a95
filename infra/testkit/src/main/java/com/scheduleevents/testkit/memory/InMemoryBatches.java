package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Events and idempotency keys in memory, many at a time. */
public final class InMemoryBatches implements BatchStore {

    private final InMemoryEvents events;
    private final InMemoryIdempotency idempotency;

    /** Shares the events and keys with the ports of single requests. */
    public InMemoryBatches(InMemoryEvents events, InMemoryIdempotency idempotency) {
        this.events = events;
        this.idempotency = idempotency;
    }

    @Override
    public Map<IdempotencyKey, Claim> claim(AccountId account, Map<IdempotencyKey, Claim> wanted, Instant now) {
        Map<IdempotencyKey, Claim> claims = new HashMap<>();
        wanted.forEach((key, claim) ->
                claims.put(key, idempotency.claim(account, key, claim, now).orElse(claim)));
        return claims;
    }

    @Override
    public Map<EventId, Event> find(AccountId account, Set<EventId> ids) {
        Map<EventId, Event> found = new HashMap<>();
        ids.forEach(id -> events.find(account, id).ifPresent(event -> found.put(id, event)));
        return found;
    }

    @Override
    public Map<EventId, Event> put(AccountId account, Collection<Put> puts) {
        Map<EventId, Event> stored = new HashMap<>();
        puts.forEach(put -> events.putIfAbsent(account, put.event(), put.expiresAt())
                .ifPresent(event -> requireNew(stored, event)));
        return stored;
    }

    /** DynamoDB rejects a batch that has two statements for one row. */
    private static void requireNew(Map<EventId, Event> stored, Event event) {
        if (stored.put(event.id(), event) != null) {
            throw new IllegalArgumentException("put each event once: " + event.id());
        }
    }
}
