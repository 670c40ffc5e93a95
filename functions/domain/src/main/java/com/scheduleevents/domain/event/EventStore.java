package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Port: the events. A committed event starts its own delivery, so there is nothing else to do after a put. */
public interface EventStore {

    /**
     * Records the event unless one with its id is there; harmless to repeat.
     *
     * @param expiresAt from when on it may be removed
     * @return the event that is there now: this one, or the earlier one with its id
     */
    Event putIfAbsent(AccountId account, Event event, Instant expiresAt);

    /** The event of that account, if it is there. Never an event of another account. */
    Optional<Event> find(AccountId account, EventId id);

    /**
     * Reads a stretch of a feed, newest first, in one query.
     *
     * @param max at most this many events
     * @throws com.scheduleevents.domain.error.UnreadableRow when one of them cannot be read: a page without it would not be true
     */
    Slice newestFirst(Feed feed, EventRange range, int max);

    /**
     * Reads a stretch of a feed, oldest first, in one query. Rows that cannot be read are named beside the others, so that
     * whoever walks the feed can go on.
     *
     * @param max at most this many events, readable or not
     */
    Slice oldestFirst(Feed feed, EventRange range, int max);

    /**
     * A stretch of a feed.
     *
     * @param events in the order that was asked for
     * @param unreadable the events among them whose rows cannot be read
     * @param end whether the range holds nothing beyond these, in that order
     */
    record Slice(List<Event> events, List<Unreadable> unreadable, boolean end) {

        /** Keeps copies. */
        public Slice {
            events = List.copyOf(events);
            unreadable = List.copyOf(unreadable);
        }

        /** One of which everything can be read. */
        public Slice(List<Event> events, boolean end) {
            this(events, List.of(), end);
        }

        /** The newest event in it, readable or not; empty when it holds none. */
        public Optional<EventId> newest() {
            return Stream.concat(
                            events.stream().map(Event::id), unreadable.stream().map(Unreadable::id))
                    .max(Comparator.naturalOrder());
        }
    }

    /**
     * An event whose row cannot be read.
     *
     * @param id which one
     * @param reason why, without anything that the row holds
     */
    record Unreadable(EventId id, String reason) {}

    /** What can be read in order at the price of what is read. */
    sealed interface Feed {

        /** Every event of the account. */
        record OfAccount(AccountId account) implements Feed {}

        /** The events of one clinic of the account; may lag behind by a moment. */
        record OfClinic(AccountId account, ClinicId clinic) implements Feed {}
    }
}
