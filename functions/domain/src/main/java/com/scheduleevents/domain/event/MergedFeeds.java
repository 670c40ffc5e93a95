package com.scheduleevents.domain.event;

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
 * Merges several feeds, newest first; each is read only as far as needed. Of several feeds, most have nothing on a page, or little, so the
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
    private final List<OneFeed> feeds;
    private final IntConsumer read;

    /**
     * @param needed how many events are needed, if none is dropped
     * @param read is told how many events each query read
     */
    MergedFeeds(EventStore store, List<Feed> feeds, EventRange range, int needed, IntConsumer read) {
        this.store = store;
        int first = feeds.size() == 1 ? needed : Math.min(needed, FIRST_OF_MANY);
        this.feeds = feeds.stream().map(feed -> new OneFeed(feed, range, first)).toList();
        this.read = read;
    }

    /** The next older event; empty at the end. */
    Optional<Event> next() {
        List<OneFeed> empty = feeds.stream().filter(OneFeed::mustRead).toList();
        while (!empty.isEmpty()) {
            fill(empty);
            empty = empty.stream().filter(OneFeed::mustRead).toList();
        }
        return feeds.stream()
                .filter(feed -> !feed.read.isEmpty())
                .max(Comparator.comparing(feed -> feed.read.getFirst().id()))
                .map(feed -> feed.read.removeFirst());
    }

    private void fill(List<OneFeed> empty) {
        List<Slice> slices = empty.size() == 1
                ? List.of(empty.getFirst().slice(store))
                : empty.stream()
                        .gather(Gatherers.mapConcurrent(CONCURRENCY, feed -> feed.slice(store)))
                        .toList();
        for (int i = 0; i < slices.size(); i++) {
            read.accept(slices.get(i).events().size());
            empty.get(i).add(slices.get(i));
        }
    }

    /** One feed, and what was read of it and not returned yet. */
    private static final class OneFeed {

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

        Slice slice(EventStore store) {
            return store.newestFirst(feed, unread.orElseThrow(), next);
        }

        void add(Slice slice) {
            read.addAll(slice.events());
            unread = slice.end()
                    ? Optional.empty()
                    : slice.lastRead().flatMap(last -> unread.flatMap(range -> range.olderThan(last)));
            total += slice.events().size();
            next = Math.max(next, Math.min(total, MOST));
        }
    }
}
