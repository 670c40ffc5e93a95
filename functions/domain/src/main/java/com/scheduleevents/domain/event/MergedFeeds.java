package com.scheduleevents.domain.event;

import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.event.EventStore.Slice;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Merges several feeds, newest first; each is read only as far as needed. */
final class MergedFeeds {

    private final List<OneFeed> feeds;

    MergedFeeds(EventStore store, List<Feed> feeds, EventRange range, int chunk) {
        this.feeds = feeds.stream()
                .map(feed -> new OneFeed(store, feed, chunk, range))
                .toList();
    }

    /** The next older event; empty at the end. */
    Optional<Event> next() {
        return feeds.stream()
                .filter(feed -> feed.head().isPresent())
                .max(Comparator.comparing(feed -> feed.head().orElseThrow().id()))
                .map(OneFeed::take);
    }

    /** One feed, read in chunks. */
    private static final class OneFeed {

        private final EventStore store;
        private final Feed feed;
        private final int chunk;
        private final Deque<Event> read = new ArrayDeque<>();
        private Optional<EventRange> unread;

        OneFeed(EventStore store, Feed feed, int chunk, EventRange range) {
            this.store = store;
            this.feed = feed;
            this.chunk = chunk;
            this.unread = Optional.of(range);
        }

        Optional<Event> head() {
            while (read.isEmpty() && unread.isPresent()) {
                fill(unread.get());
            }
            return Optional.ofNullable(read.peekFirst());
        }

        Event take() {
            return read.removeFirst();
        }

        private void fill(EventRange range) {
            Slice slice = store.newestFirst(feed, range, chunk);
            read.addAll(slice.events());
            unread = slice.end() || slice.events().isEmpty()
                    ? Optional.empty()
                    : range.olderThan(slice.events().getLast().id());
        }
    }
}
