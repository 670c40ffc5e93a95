package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Events and idempotency keys in memory, many at a time. */
public final class InMemoryBatches implements BatchStore {

    private final InMemoryEvents events;
    private final InMemoryIdempotency idempotency;

    /** The same events and keys as those that are recorded alone. */
    public InMemoryBatches(InMemoryEvents events, InMemoryIdempotency idempotency) {
        this.events = events;
        this.idempotency = idempotency;
    }

    @Override
    public Map<IdempotencyKey, Claim> claims(AccountId account, Set<IdempotencyKey> keys, Instant now) {
        Map<IdempotencyKey, Claim> found = new HashMap<>();
        keys.forEach(key -> idempotency.find(account, key, now).ifPresent(claim -> found.put(key, claim)));
        return found;
    }

    @Override
    public Map<EventId, Event> find(AccountId account, Set<EventId> ids) {
        Map<EventId, Event> found = new HashMap<>();
        ids.forEach(id -> events.find(account, id).ifPresent(event -> found.put(id, event)));
        return found;
    }

    @Override
    public Set<Put> put(AccountId account, List<Put> puts, Instant now) {
        requireDistinct(puts);
        Set<Put> made = new LinkedHashSet<>();
        for (Put put : puts) {
            // Together or not at all: where the event is in the way, its key is not claimed either.
            boolean free = events.find(account, put.event().id()).isEmpty()
                    && put.claimed()
                            .flatMap(key -> idempotency.claim(account, key, put.claim(), now))
                            .isEmpty();
            if (free) {
                events.putIfAbsent(account, put.event(), put.expiresAt());
                made.add(put);
            }
        }
        return made;
    }

    /** A transaction of DynamoDB refuses two writes of one row; DynamoDB Local lets them pass. */
    private static void requireDistinct(List<Put> puts) {
        List<Object> rows = puts.stream()
                .flatMap(put -> Stream.<Object>concat(
                        put.claimed().stream(), Stream.of(put.event().id())))
                .toList();
        if (Set.copyOf(rows).size() < rows.size()) {
            throw new IllegalArgumentException("put each key and each event once: " + rows);
        }
    }
}
