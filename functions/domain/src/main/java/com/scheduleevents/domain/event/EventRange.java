package com.scheduleevents.domain.event;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A stretch of time in a feed, in terms of identifiers.
 *
 * @param oldest the oldest identifier that is in it
 * @param newest the newest identifier that is in it
 */
public record EventRange(EventId oldest, EventId newest) {

    /**
     * What a request may see: nothing before the retention edge (specification, section 4.2, rule 2), nothing before
     * {@code since}, and only what is older than the cursor. The edge is part of the range, because rows outlive it for a while.
     *
     * @param cursor the last event of the previous page; it need not exist any more
     * @return empty when nothing can be in it
     */
    public static Optional<EventRange> of(
            Instant now, Duration retention, Optional<Instant> since, Optional<EventId> cursor) {
        Instant edge = now.minus(retention);
        EventId oldest = EventId.firstAtOrAfter(since.filter(edge::isBefore).orElse(edge));
        Optional<EventId> newest = cursor.isPresent() ? cursor.get().predecessor() : Optional.of(EventId.LAST);
        return newest.filter(id -> oldest.compareTo(id) <= 0).map(id -> new EventRange(oldest, id));
    }

    /**
     * What a walk that leads forwards in time has still to see. The retention edge moves on while it walks.
     *
     * @param since only events created at or after this time
     * @param until only events created before this time
     * @param after the last event that was looked at; it need not exist any more
     * @return empty when nothing can be in it
     */
    public static Optional<EventRange> forwards(
            Instant now, Duration retention, Instant since, Instant until, Optional<EventId> after) {
        Instant edge = now.minus(retention);
        return between(since.isAfter(edge) ? since : edge, until, after);
    }

    /**
     * What a walk that leads forwards through a stretch of time has still to see, whether it can still be read by others or not.
     *
     * @param since only events created at or after this time
     * @param until only events created before this time
     * @param after the last event that was looked at; it need not exist any more
     * @return empty when nothing can be in it
     */
    public static Optional<EventRange> between(Instant since, Instant until, Optional<EventId> after) {
        EventId first = EventId.firstAtOrAfter(since);
        Optional<EventId> oldest = after.isPresent()
                ? after.get().successor().map(next -> next.compareTo(first) > 0 ? next : first)
                : Optional.of(first);
        Optional<EventId> newest = EventId.firstAtOrAfter(until).predecessor();
        return oldest.flatMap(
                from -> newest.filter(to -> from.compareTo(to) <= 0).map(to -> new EventRange(from, to)));
    }

    boolean contains(EventId id) {
        return oldest.compareTo(id) <= 0 && id.compareTo(newest) <= 0;
    }

    /** What is left of the range after an event was read; empty when nothing can be. */
    Optional<EventRange> olderThan(EventId read) {
        return read.predecessor().filter(id -> oldest.compareTo(id) <= 0).map(id -> new EventRange(oldest, id));
    }
}
