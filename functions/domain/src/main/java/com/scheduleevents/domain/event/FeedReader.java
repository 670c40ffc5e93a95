package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.page.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads pages of the feed, newest first. A page costs what it shows, never what the account owns: one clinic or the whole
 * account is one query, a short list of clinics one query each, merged; a long list filters the account's feed.
 */
public final class FeedReader {

    /** Above this many clinics, one query each costs more than reading past other clinics' events. */
    static final int MAX_MERGED_CLINICS = 50;

    /**
     * How many events one request reads past a filter: at 600 bytes an event some 150 read units, and well within the
     * gateway's time-out. A page that ends here is short, says that more follows, and its cursor is where the reading stopped.
     */
    static final int READ_BUDGET = 2_000;

    /** How much is read at a time where a filter drops most of it. */
    private static final int FILTERED_CHUNK = 250;

    private final EventStore store;
    private final Duration retention;

    /**
     * @param store the events
     * @param retention how long an event can be read
     */
    public FeedReader(EventStore store, Duration retention) {
        this.store = store;
        this.retention = retention;
    }

    /**
     * Reads one page.
     *
     * @param visible what the caller sees; a clinic that the query names is looked up before, not here
     */
    public Page<Event, EventId> page(AccountId account, Clinics visible, FeedQuery query, Instant now) {
        Optional<EventRange> range = EventRange.of(now, retention, query.since(), query.startingAfter());
        if (range.isEmpty()) {
            return Page.last(List.of());
        }
        Source source = source(account, visible, query);
        int chunk = source.filtered() || !query.types().isEmpty() ? FILTERED_CHUNK : query.limit() + 1;
        MergedFeeds feeds = new MergedFeeds(store, source.feeds(), range.get(), chunk);
        return collect(feeds, query, source);
    }

    /**
     * Reads one event.
     *
     * @return empty when the account has no such event within its retention, whether its row is still there or not
     */
    public Optional<Event> one(AccountId account, EventId id, Instant now) {
        return EventRange.of(now, retention, Optional.empty(), Optional.empty())
                .filter(readable -> readable.contains(id))
                .flatMap(readable -> store.find(account, id));
    }

    private static Page<Event, EventId> collect(MergedFeeds feeds, FeedQuery query, Source source) {
        List<Event> found = new ArrayList<>();
        Optional<EventId> lookedAt = Optional.empty();
        for (int read = 0; read < READ_BUDGET; read++) {
            Optional<Event> next = feeds.next();
            if (next.isEmpty()) {
                return Page.last(found);
            }
            Event event = next.get();
            if (query.wants(event) && source.shows(event)) {
                if (found.size() == query.limit()) {
                    return new Page<>(found, Optional.of(found.getLast().id()));
                }
                found.add(event);
            }
            lookedAt = Optional.of(event.id());
        }
        return new Page<>(found, lookedAt);
    }

    private static Source source(AccountId account, Clinics visible, FeedQuery query) {
        if (query.clinic().isPresent()) {
            return new Source(List.of(new Feed.OfClinic(account, query.clinic().get())), Optional.empty());
        }
        return switch (visible) {
            case Clinics.All _ -> new Source(List.of(new Feed.OfAccount(account)), Optional.empty());
            case Clinics.Listed(Set<ClinicId> ids) ->
                ids.size() <= MAX_MERGED_CLINICS
                        ? new Source(feedOfEach(account, ids), Optional.empty())
                        : new Source(List.of(new Feed.OfAccount(account)), Optional.of(ids));
        };
    }

    private static List<Feed> feedOfEach(AccountId account, Set<ClinicId> clinics) {
        return clinics.stream()
                .<Feed>map(clinic -> new Feed.OfClinic(account, clinic))
                .toList();
    }

    /** Which feeds are read, and which clinics' events are shown of them where they hold others too. */
    private record Source(List<Feed> feeds, Optional<Set<ClinicId>> only) {

        boolean filtered() {
            return only.isPresent();
        }

        boolean shows(Event event) {
            return only.isEmpty() || only.get().contains(event.clinic());
        }
    }
}
