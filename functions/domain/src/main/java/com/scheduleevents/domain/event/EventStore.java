package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Port: the events. Writing an event starts its delivery through the table's stream, so a put needs no further step.
 *
 * <p>A <em>void</em> row holds an id that will never be an event's. No read returns it.
 */
public interface EventStore {

    /**
     * Records an event unless its id exists; idempotent.
     *
     * @param expiresAt when it may be deleted
     * @return the stored event: this one, or an earlier one with the same id; empty when the row of the id is void
     */
    Optional<Event> putIfAbsent(AccountId account, Event event, Instant expiresAt);

    /**
     * Puts a void row, so that no event will ever have this id, unless one has it; idempotent.
     *
     * @param expiresAt when it may be deleted
     * @return the event that has the id; empty when its row is void now
     */
    Optional<Event> putVoid(AccountId account, EventId id, Instant expiresAt);

    /** Finds an event of this account; never one of another account. */
    Optional<Event> find(AccountId account, EventId id);

    /**
     * Reads a part of a feed, newest first, in one query.
     *
     * @param max at most this many rows
     * @throws com.scheduleevents.domain.error.UnreadableRow when a row cannot be read, because a page without it would be wrong
     */
    Slice newestFirst(Feed feed, EventRange range, int max);

    /**
     * Reads a part of a feed, oldest first, in one query. Unreadable rows are listed separately, so that a reader of the whole feed can
     * continue.
     *
     * @param max at most this many rows
     */
    Slice oldestFirst(Feed feed, EventRange range, int max);

    /**
     * A part of a feed. It may contain fewer events than were asked for, or none, although more follow: some rows are void.
     *
     * @param events the events, in the requested order
     * @param unreadable the events whose rows cannot be read
     * @param lastRead the id of the last row that was read, whether or not it is an event; empty when there was none
     * @param end whether the range contains nothing further
     */
    record Slice(List<Event> events, List<Unreadable> unreadable, Optional<EventId> lastRead, boolean end) {

        /** A range that contains nothing. */
        public static final Slice NOTHING = new Slice(List.of(), true);

        public Slice {
            events = List.copyOf(events);
            unreadable = List.copyOf(unreadable);
        }

        /** A slice whose rows are all events that can be read. */
        public Slice(List<Event> events, boolean end) {
            this(
                    events,
                    List.of(),
                    events.isEmpty()
                            ? Optional.empty()
                            : Optional.of(events.getLast().id()),
                    end);
        }
    }

    /**
     * An event whose row cannot be read.
     *
     * @param reason why, without the content of the row
     */
    record Unreadable(EventId id, String reason) {}

    /** A feed, which can be read in order at a cost proportional to what is read. */
    sealed interface Feed {

        /** Every event of the account. */
        record OfAccount(AccountId account) implements Feed {}

        /** The events of one clinic of the account; eventually consistent. */
        record OfClinic(AccountId account, ClinicId clinic) implements Feed {}
    }
}
