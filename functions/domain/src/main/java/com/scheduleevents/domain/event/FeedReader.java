package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.page.FilteredList;
import com.scheduleevents.domain.page.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Reads pages of the feed, newest first. The cost of a page does not depend on the size of the account: one clinic or the whole account
 * is one query, a short list of clinics is one query each, and a long list filters the feed of the account.
 */
public final class FeedReader {

    /**
     * The maximum number of events that one request looks at: at 600 bytes an event some 150 read units, and well within the timeout of
     * API Gateway. It reads at most twice as many, and a few of each clinic. A page that ends here is short, and has a cursor if an older
     * event follows of a clinic that it shows.
     */
    static final int READ_BUDGET = 2_000;

    private final EventStore store;
    private final Duration retention;

    /** @param retention how long an event can be read */
    public FeedReader(EventStore store, Duration retention) {
        this.store = store;
        this.retention = retention;
    }

    /**
     * Reads one page.
     *
     * @param visible the clinics that the caller sees; the caller of this method checks a clinic that the query names
     * @param read is told how many events each query read
     */
    public Page<Event, EventId> page(
            AccountId account, Clinics visible, FeedQuery query, Instant now, IntConsumer read) {
        Optional<EventRange> range = EventRange.of(now, retention, query.since(), query.startingAfter())
                .flatMap(all ->
                        query.until().isPresent() ? all.before(query.until().get()) : Optional.of(all));
        if (range.isEmpty()) {
            return Page.last(List.of());
        }
        FeedSource source = FeedSource.of(account, visible, query.clinic());
        MergedFeeds feeds = MergedFeeds.newestFirst(store, source.feeds(), range.get(), query.limit() + 1, read);
        Page<Event, EventId> page = new FilteredList<Event, EventId>(
                        (_, _) -> feeds.next().stream().toList(), Event::id, 1, READ_BUDGET)
                .matching(query.startingAfter(), query.limit(), event -> query.wants(event) && source.shows(event));
        return source.onlyShown()
                .flatMap(shown -> page.next().map(cursor -> discreet(page, cursor, shown, range.get(), read)))
                .orElse(page);
    }

    /**
     * The same page, with a cursor that depends on events of the shown clinics only. The read budget may end a page at an event of another
     * clinic; then the cursor is the id just after the next event that is shown, which costs one small query for each clinic.
     */
    private Page<Event, EventId> discreet(
            Page<Event, EventId> page, EventId cursor, List<Feed> shown, EventRange range, IntConsumer read) {
        boolean endsAtAnItem =
                !page.items().isEmpty() && page.items().getLast().id().equals(cursor);
        if (endsAtAnItem) {
            return page;
        }
        Optional<Event> next = range.olderThan(cursor)
                .flatMap(rest ->
                        MergedFeeds.newestFirst(store, shown, rest, 1, read).next());
        return new Page<>(page.items(), next.flatMap(event -> event.id().successor()));
    }

    /**
     * The cursor of a page that ended at an event which the caller may not see: the id just after the next older event that it sees, so that
     * it depends on nothing else. Empty if there is no such event.
     */
    public Optional<EventId> cursorAfter(
            EventId hidden,
            AccountId account,
            Clinics visible,
            Optional<Instant> since,
            Instant now,
            IntConsumer read) {
        FeedQuery query = new FeedQuery(Optional.empty(), Set.of(), since, Optional.of(hidden), 1);
        Page<Event, EventId> next = page(account, visible, query, now, read);
        return next.items().isEmpty()
                ? next.next()
                : next.items().getFirst().id().successor();
    }

    /** Finds an event of the account within its retention, whether or not its row was deleted yet. */
    public Optional<Event> one(AccountId account, EventId id, Instant now) {
        return EventRange.of(now, retention, Optional.empty(), Optional.empty())
                .filter(readable -> readable.contains(id))
                .flatMap(readable -> store.find(account, id));
    }
}
