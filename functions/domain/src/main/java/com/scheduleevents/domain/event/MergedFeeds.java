package com.scheduleevents.domain.event;

import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.event.EventStore.Slice;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Gatherers;

/**
 * Merges several feeds, newest or oldest first; each is read only as far as needed. Of several feeds, most have nothing on a page, or little, so the
 * first read of each is small. A feed that runs out is read on, as far again as it was read already: a filter may drop most of it.
 */
final class MergedFeeds {

    /** As many events as fit into the 4 KB that a query is billed for at least. */
    private static final int FIRST_OF_MANY = 5;

    /** How many events one query reads at most, unless a page needs more. */
    private static final int MOST = 250;

    /** How many feeds are read at once. */
    private static final int CONCURRENCY = 10;

    private final EventStore store;
    private final boolean forwards;
    private final List<OneFeed> feeds;
    private final IntConsumer read;

    private MergedFeeds(
            EventStore store, boolean forwards, List<Feed> feeds, EventRange range, int needed, IntConsumer read) {
        this.store = store;
        this.forwards = forwards;
        int first = feeds.size() == 1 ? needed : Math.min(needed, FIRST_OF_MANY);
        this.feeds = feeds.stream().map(feed -> new OneFeed(feed, range, first)).toList();
        this.read = read;
    }

    /**
     * Merges feeds from their newest event on.
     *
     * @param needed how many events are needed, if none is dropped
     * @param read is told how many events each query read
     */
    static MergedFeeds newestFirst(EventStore store, List<Feed> feeds, EventRange range, int needed, IntConsumer read) {
        return new MergedFeeds(store, false, feeds, range, needed, read);
    }

    /** Merges feeds from their oldest event on. */
    static MergedFeeds oldestFirst(EventStore store, List<Feed> feeds, EventRange range, int needed, IntConsumer read) {
        return new MergedFeeds(store, true, feeds, range, needed, read);
    }

    /**
     * The next event; empty at the end.
     *
     * @throws UnreadableRow when it cannot be read, because a page without it would be wrong
     */
    Optional<Event> next() {
        List<OneFeed> empty = feeds.stream().filter(OneFeed::mustRead).toList();
        while (!empty.isEmpty()) {
            fill(empty);
            empty = empty.stream().filter(OneFeed::mustRead).toList();
        }
        Comparator<OneFeed> oldest =
                Comparator.comparing(feed -> feed.read.getFirst().id());
        return feeds.stream()
                .filter(feed -> !feed.read.isEmpty())
                .min(forwards ? oldest : oldest.reversed())
                .map(feed -> feed.read.removeFirst());
    }

    private void fill(List<OneFeed> empty) {
        List<Slice> slices = empty.size() == 1
                ? List.of(empty.getFirst().slice())
                : empty.stream()
                        .gather(Gatherers.mapConcurrent(CONCURRENCY, OneFeed::slice))
                        .toList();
        for (int i = 0; i < slices.size(); i++) {
            read.accept(slices.get(i).events().size());
            empty.get(i).add(slices.get(i));
        }
    }

    /** One feed, and what was read of it and not returned yet. */
    private final class OneFeed {

        private final Feed feed;
        private final Deque<Event> read = new ArrayDeque<>();
        private Optional<EventRange> unread;
        private int total;
        private int next;

        OneFeed(Feed feed, EventRange range, int first) {
            this.feed = feed;
            this.unread = Optional.of(range);
            this.next = first;
        }

        boolean mustRead() {
            return read.isEmpty() && unread.isPresent();
        }

        Slice slice() {
            EventRange range = unread.orElseThrow();
            return forwards ? store.oldestFirst(feed, range, next) : store.newestFirst(feed, range, next);
        }

        void add(Slice slice) {
            slice.unreadable().stream().findFirst().ifPresent(row -> {
                throw new UnreadableRow(row.reason());
            });
            read.addAll(slice.events());
            unread = slice.end()
                    ? Optional.empty()
                    : slice.lastRead()
                            .flatMap(last ->
                                    unread.flatMap(range -> forwards ? range.newerThan(last) : range.olderThan(last)));
            total += slice.events().size();
            next = Math.max(next, Math.min(total, MOST));
        }
    }
}
