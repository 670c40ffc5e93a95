package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntUnaryOperator;

/** Events in memory. How much of what was asked for a read gives, short of nothing, can be chosen: a database may give less. */
public final class InMemoryEvents implements EventStore {

    private final Map<AccountId, NavigableMap<EventId, Event>> events = new ConcurrentHashMap<>();
    private final IntUnaryOperator given;

    /** Gives as much as is asked for. */
    public InMemoryEvents() {
        this(max -> max);
    }

    /**
     * @param given how many events a read gives that asks for so many; at least one is given
     */
    public InMemoryEvents(IntUnaryOperator given) {
        this.given = given;
    }

    /** How many events there are in all. */
    public int size() {
        return events.values().stream().mapToInt(Map::size).sum();
    }

    @Override
    public Event putIfAbsent(AccountId account, Event event, Instant expiresAt) {
        Event earlier = of(account).putIfAbsent(event.id(), event);
        return earlier == null ? event : earlier;
    }

    @Override
    public Optional<Event> find(AccountId account, EventId id) {
        return Optional.ofNullable(of(account).get(id));
    }

    @Override
    public Slice newestFirst(Feed feed, EventRange range, int max) {
        return slice(inRange(feed, range), max);
    }

    @Override
    public Slice oldestFirst(Feed feed, EventRange range, int max) {
        return slice(inRange(feed, range).reversed(), max);
    }

    private Slice slice(List<Event> all, int max) {
        int count = Math.clamp(given.applyAsInt(max), 1, max);
        // Like a database that stops at a limit: it does not look whether anything follows.
        return new Slice(all.stream().limit(count).toList(), all.size() < count);
    }

    private List<Event> inRange(Feed feed, EventRange range) {
        return switch (feed) {
            case Feed.OfAccount(AccountId account) -> inRange(account, range);
            case Feed.OfClinic(AccountId account, ClinicId clinic) ->
                inRange(account, range).stream()
                        .filter(event -> event.clinic().equals(clinic))
                        .toList();
        };
    }

    private List<Event> inRange(AccountId account, EventRange range) {
        return List.copyOf(of(account)
                .subMap(range.oldest(), true, range.newest(), true)
                .descendingMap()
                .values());
    }

    private NavigableMap<EventId, Event> of(AccountId account) {
        return events.computeIfAbsent(account, _ -> new ConcurrentSkipListMap<>());
    }
}
