package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import java.time.Instant;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * Events whose reads can return fewer than requested, but at least one, as a database may.
 *
 * @param given how many events a read returns for a requested number; at least one is returned
 */
public record ShortReads(EventStore events, IntUnaryOperator given) implements EventStore {

    @Override
    public Optional<Event> putIfAbsent(AccountId account, Event event, Instant expiresAt) {
        return events.putIfAbsent(account, event, expiresAt);
    }

    @Override
    public Optional<Event> putVoid(AccountId account, EventId id, Instant expiresAt) {
        return events.putVoid(account, id, expiresAt);
    }

    @Override
    public Optional<Event> find(AccountId account, EventId id) {
        return events.find(account, id);
    }

    @Override
    public Slice newestFirst(Feed feed, EventRange range, int max) {
        return events.newestFirst(feed, range, given(max));
    }

    @Override
    public Slice oldestFirst(Feed feed, EventRange range, int max) {
        return events.oldestFirst(feed, range, given(max));
    }

    private int given(int max) {
        return Math.clamp(given.applyAsInt(max), 1, max);
    }
}
