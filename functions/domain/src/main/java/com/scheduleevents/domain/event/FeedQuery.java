package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.ClinicId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * One request for a page of the feed (specification, section 4.2).
 *
 * @param clinic only this clinic's events
 * @param types only events of these types; none: of every type
 * @param since only events created at or after this time
 * @param startingAfter only events older than this one
 * @param limit how many events a page holds at most, 1 to 100
 */
public record FeedQuery(
        Optional<ClinicId> clinic,
        Set<String> types,
        Optional<Instant> since,
        Optional<EventId> startingAfter,
        int limit) {

    /** The largest page. */
    public static final int MAX_LIMIT = 100;

    /** The page of a request that names no limit. */
    public static final int DEFAULT_LIMIT = 25;

    /** Keeps a copy of the types. */
    public FeedQuery {
        types = Set.copyOf(types);
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT);
        }
    }

    boolean wants(Event event) {
        return types.isEmpty() || types.contains(event.type());
    }
}
