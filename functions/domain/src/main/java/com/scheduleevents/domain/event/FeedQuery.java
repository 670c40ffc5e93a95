package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.ClinicId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * One request for a page of the feed (specification, section 4.2).
 *
 * @param clinic only events of this clinic
 * @param types only events of these types; empty for all
 * @param since only events created at or after this time
 * @param startingAfter only events older than this one
 * @param limit the size of a page, 1 to 100
 */
public record FeedQuery(
        Optional<ClinicId> clinic,
        Set<String> types,
        Optional<Instant> since,
        Optional<EventId> startingAfter,
        int limit) {

    /** The largest size of a page. */
    public static final int MAX_LIMIT = 100;

    /** The size of a page when the request has no limit. */
    public static final int DEFAULT_LIMIT = 25;

    /** Copies the types. */
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
