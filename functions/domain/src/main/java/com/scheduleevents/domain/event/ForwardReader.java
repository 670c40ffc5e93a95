package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.page.FilteredList;
import com.scheduleevents.domain.page.Page;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Reads pages of the feed, oldest first, for a consumer that keeps the last cursor and nothing else: it gets each event that it asks for
 * once, in order. Events that are too new for that are held back.
 */
public final class ForwardReader {

    /** How many of the newest events of the account a page is compared with that was read from the index of clinics. */
    private static final int SAMPLE = 25;

    private final EventStore store;
    private final Duration retention;
    private final HoldBack holdBack;

    /**
     * @param store its reads fail while the clock is off
     * @param retention how long an event can be read
     */
    public ForwardReader(EventStore store, Duration retention, HoldBack holdBack) {
        this.store = store;
        this.retention = retention;
        this.holdBack = holdBack;
    }

    /**
     * A page of a feed that is read forwards.
     *
     * @param items the events, oldest first
     * @param next the cursor to go on with
     * @param completeUntil everything recorded before that was listed; empty when more follows at once
     * @param lacking an event that the index of clinics should have had, and did not, so that the page ends before it
     */
    public record ForwardPage(
            List<Event> items, EventId next, Optional<Instant> completeUntil, Optional<EventId> lacking) {

        public ForwardPage {
            items = List.copyOf(items);
        }

        private static ForwardPage followed(List<Event> items, EventId next) {
            return new ForwardPage(items, next, Optional.empty(), Optional.empty());
        }

        private static ForwardPage complete(List<Event> items, EventId next, Instant until) {
            return new ForwardPage(items, next, Optional.of(until), Optional.empty());
        }
    }

    /**
     * Reads one page.
     *
     * @param visible the clinics that the caller sees; the caller of this method checks a clinic that the query names
     * @param now read before this method is called
     * @param read is told how many events each query read
     * @throws ApiException CURSOR_EXPIRED when events between the cursor and the beginning of retention may be missing
     */
    public ForwardPage page(AccountId account, Clinics visible, FeedQuery query, Instant now, IntConsumer read) {
        requireUnexpired(query, now);
        FeedSource source = FeedSource.of(account, visible, query.clinic());
        Instant horizon = holdBack.horizon(source, now);
        Instant end = query.until().filter(horizon::isAfter).orElse(horizon);
        Optional<EventRange> range =
                EventRange.forwards(now, retention, query.since().orElse(Instant.EPOCH), end, query.startingAfter());
        if (range.isEmpty()) {
            return ForwardPage.complete(List.of(), atLeast(query.startingAfter(), lastBefore(end)), end);
        }
        return new Reading(source, query, range.get(), end, read).page();
    }

    private void requireUnexpired(FeedQuery query, Instant now) {
        EventId edge = EventId.firstAtOrAfter(now.minus(retention));
        boolean later = query.since()
                .filter(since -> EventId.firstAtOrAfter(since).compareTo(edge) >= 0)
                .isPresent();
        if (!later
                && query.startingAfter()
                        .filter(cursor -> cursor.compareTo(edge) < 0)
                        .isPresent()) {
            throw new ApiException(
                    ErrorCode.CURSOR_EXPIRED,
                    "starting_after",
                    "Events after starting_after have expired: the feed keeps them for " + retention.toDays()
                            + " days. Leave starting_after out to begin with the oldest event that is kept.");
        }
    }

    private static EventId lastBefore(Instant end) {
        return EventId.firstAtOrAfter(end).predecessor().orElseThrow();
    }

    private static EventId atLeast(Optional<EventId> cursor, EventId id) {
        return cursor.filter(later -> later.compareTo(id) > 0).orElse(id);
    }

    /** One page in the making. */
    private final class Reading {

        private final FeedSource source;
        private final FeedQuery query;
        private final EventRange range;
        private final Instant end;
        private final IntConsumer read;
        private final Set<EventId> seen = new HashSet<>();

        Reading(FeedSource source, FeedQuery query, EventRange range, Instant end, IntConsumer read) {
            this.source = source;
            this.query = query;
            this.range = range;
            this.end = end;
            this.read = read;
        }

        ForwardPage page() {
            MergedFeeds feeds = MergedFeeds.oldestFirst(store, source.feeds(), range, query.limit() + 1, read);
            Page<Event, EventId> page = new FilteredList<Event, EventId>(
                            (_, _) -> seen(feeds.next()), Event::id, 1, FeedReader.READ_BUDGET)
                    .matching(query.startingAfter(), query.limit(), event -> query.wants(event) && source.shows(event));
            return page.next()
                    .map(cursor -> followed(page.items(), cursor))
                    .orElseGet(() -> last(page.items(), source.feeds()));
        }

        private List<Event> seen(Optional<Event> next) {
            next.ifPresent(event -> seen.add(event.id()));
            return next.stream().toList();
        }

        /**
         * A page that ends before the range does. Where the last event that was read belongs to a clinic that is not shown, the cursor is
         * the id just before the next event that is, so that it depends on nothing else.
         */
        private ForwardPage followed(List<Event> items, EventId cursor) {
            boolean endsAtAnItem = !items.isEmpty() && items.getLast().id().equals(cursor);
            Optional<List<Feed>> shown = source.onlyShown();
            if (endsAtAnItem || shown.isEmpty()) {
                return ForwardPage.followed(items, cursor);
            }
            Optional<Event> next = range.newerThan(cursor)
                    .flatMap(rest -> seenFirst(MergedFeeds.oldestFirst(store, shown.get(), rest, 1, read)));
            return next.flatMap(event -> event.id().predecessor())
                    .map(before -> ForwardPage.followed(items, before))
                    .orElseGet(() -> last(items, shown.get()));
        }

        private Optional<Event> seenFirst(MergedFeeds feeds) {
            return seen(feeds.next()).stream().findFirst();
        }

        /** A page that reaches the end of the range, unless the index turns out to lack an event before. */
        private ForwardPage last(List<Event> items, List<Feed> feeds) {
            Optional<EventId> missing = missing(feeds);
            if (missing.isEmpty()) {
                return ForwardPage.complete(items, range.newest(), end);
            }
            List<Event> before = items.stream()
                    .filter(event -> event.id().compareTo(missing.get()) < 0)
                    .toList();
            return new ForwardPage(
                    before,
                    missing.get().predecessor().orElseThrow(),
                    Optional.of(missing.get().mintedAt()),
                    missing);
        }

        /** The oldest of the account's newest events that the feeds of its clinic should have had, and did not. */
        private Optional<EventId> missing(List<Feed> feeds) {
            if (feeds.stream().anyMatch(Feed.OfAccount.class::isInstance)) {
                return Optional.empty();
            }
            List<Event> newest = store.newestFirst(new Feed.OfAccount(source.account()), range, SAMPLE)
                    .events();
            read.accept(newest.size());
            return newest.stream()
                    .filter(event -> feeds.contains(new Feed.OfClinic(source.account(), event.clinic())))
                    .map(Event::id)
                    .filter(id -> !seen.contains(id))
                    .min(EventId::compareTo);
        }
    }
}
