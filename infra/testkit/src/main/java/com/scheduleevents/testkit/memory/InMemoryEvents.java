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
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntUnaryOperator;

/** Events in memory. Reads can return fewer events than requested, but at least one, as a database may. */
public final class InMemoryEvents implements EventStore {

    /** The rows; an empty one is void. */
    private final Map<AccountId, NavigableMap<EventId, Optional<Event>>> events = new ConcurrentHashMap<>();

    private final IntUnaryOperator given;

    /** Returns as many events as requested. */
    public InMemoryEvents() {
        this(max -> max);
    }

    /**
     * @param given how many events a read returns for a requested number; at least one is returned
     */
    public InMemoryEvents(IntUnaryOperator given) {
        this.given = given;
    }

    /** The number of events. */
    public int size() {
        return events.values().stream()
                .mapToInt(rows ->
                        (int) rows.values().stream().filter(Optional::isPresent).count())
                .sum();
    }

    @Override
    public Optional<Event> putIfAbsent(AccountId account, Event event, Instant expiresAt) {
        of(account).putIfAbsent(event.id(), Optional.of(event));
        return find(account, event.id());
    }

    @Override
    public Optional<Event> putVoid(AccountId account, EventId id, Instant expiresAt) {
        of(account).putIfAbsent(id, Optional.empty());
        return find(account, id);
    }

    @Override
    public Optional<Event> find(AccountId account, EventId id) {
        return of(account).getOrDefault(id, Optional.empty());
    }

    @Override
    public Slice newestFirst(Feed feed, EventRange range, int max) {
        return slice(inRange(feed, range).descendingMap(), max);
    }

    @Override
    public Slice oldestFirst(Feed feed, EventRange range, int max) {
        return slice(inRange(feed, range), max);
    }

    private Slice slice(NavigableMap<EventId, Optional<Event>> rows, int max) {
        int count = Math.clamp(given.applyAsInt(max), 1, max);
        List<EventId> read = rows.keySet().stream().limit(count).toList();
        List<Event> found =
                rows.values().stream().limit(count).flatMap(Optional::stream).toList();
        // Like a database that stops at a limit, this does not check whether more events follow.
        return new Slice(
                found, List.of(), read.isEmpty() ? Optional.empty() : Optional.of(read.getLast()), rows.size() < count);
    }

    private NavigableMap<EventId, Optional<Event>> inRange(Feed feed, EventRange range) {
        return switch (feed) {
            case Feed.OfAccount(AccountId account) -> of(account).subMap(range.oldest(), true, range.newest(), true);
            case Feed.OfClinic(AccountId account, ClinicId clinic) -> {
                NavigableMap<EventId, Optional<Event>> own =
                        new TreeMap<>(of(account).subMap(range.oldest(), true, range.newest(), true));
                // A void row has no clinic.
                own.values().removeIf(row -> row.filter(event -> event.clinic().equals(clinic))
                        .isEmpty());
                yield own;
            }
        };
    }

    private NavigableMap<EventId, Optional<Event>> of(AccountId account) {
        return events.computeIfAbsent(account, _ -> new ConcurrentSkipListMap<>());
    }
}
