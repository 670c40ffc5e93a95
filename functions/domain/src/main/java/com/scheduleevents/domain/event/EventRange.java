package com.scheduleevents.domain.event;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A range of event ids, which is a range of time in a feed; both ends are included. */
public record EventRange(EventId oldest, EventId newest) {

    /**
     * The range that a page may contain: within retention (requirement R14), not before {@code since}, and older than
     * the cursor. Retention is part of the range, because DynamoDB deletes expired rows late.
     *
     * @param cursor the last event of the previous page; it need not exist any more
     * @return empty when the range is empty
     */
    public static Optional<EventRange> of(
            Instant now, Duration retention, Optional<Instant> since, Optional<EventId> cursor) {
        Instant edge = now.minus(retention);
        EventId oldest = EventId.firstAtOrAfter(since.filter(edge::isBefore).orElse(edge));
        Optional<EventId> newest = cursor.isPresent() ? cursor.get().predecessor() : Optional.of(EventId.LAST);
        return newest.filter(id -> oldest.compareTo(id) <= 0).map(id -> new EventRange(oldest, id));
    }

    /**
     * The rest of a range that is read oldest first. The beginning of retention moves while it is read.
     *
     * @param since only events created at or after this time
     * @param until only events created before this time
     * @param after the last event that was read; it need not exist any more
     * @return empty when the range is empty
     */
    public static Optional<EventRange> forwards(
            Instant now, Duration retention, Instant since, Instant until, Optional<EventId> after) {
        Instant edge = now.minus(retention);
        return between(since.isAfter(edge) ? since : edge, until, after);
    }

    /** As {@link #forwards}, but including events whose retention has ended. */
    public static Optional<EventRange> between(Instant since, Instant until, Optional<EventId> after) {
        EventId first = EventId.firstAtOrAfter(since);
        Optional<EventId> oldest = after.isPresent()
                ? after.get().successor().map(next -> next.compareTo(first) > 0 ? next : first)
                : Optional.of(first);
        Optional<EventId> newest = EventId.firstAtOrAfter(until).predecessor();
        return oldest.flatMap(
                from -> newest.filter(to -> from.compareTo(to) <= 0).map(to -> new EventRange(from, to)));
    }

    /** The part of the range that was created before a time; empty when there is none. */
    Optional<EventRange> before(Instant until) {
        return EventId.firstAtOrAfter(until)
                .predecessor()
                .map(last -> last.compareTo(newest) < 0 ? last : newest)
                .filter(last -> oldest.compareTo(last) <= 0)
                .map(last -> new EventRange(oldest, last));
    }

    boolean contains(EventId id) {
        return oldest.compareTo(id) <= 0 && id.compareTo(newest) <= 0;
    }

    /** The part of the range that is older than an event; empty when there is none. */
    Optional<EventRange> olderThan(EventId read) {
        return read.predecessor().filter(id -> oldest.compareTo(id) <= 0).map(id -> new EventRange(oldest, id));
    }

    /** The part of the range that is newer than an event; empty when there is none. */
    Optional<EventRange> newerThan(EventId read) {
        return read.successor().filter(id -> id.compareTo(newest) <= 0).map(id -> new EventRange(id, newest));
    }
}
