package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.ClinicId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * One request for a page of the feed (requirements R8 to R14).
 *
 * @param clinic only events of this clinic
 * @param types only events of these types; empty for all
 * @param filter only events that it selects
 * @param since only events created at or after this time
 * @param until only events created before this time
 * @param startingAfter only events beyond this one: older ones, or newer ones of a feed that is read forwards
 * @param limit the size of a page, 1 to 100
 */
public record FeedQuery(
        Optional<ClinicId> clinic,
        Set<String> types,
        Optional<EventFilter> filter,
        Optional<Instant> since,
        Optional<Instant> until,
        Optional<EventId> startingAfter,
        int limit) {

    /** The largest size of a page. */
    public static final int MAX_LIMIT = 100;

    /** The size of a page when the request has no limit. */
    public static final int DEFAULT_LIMIT = 25;

    public FeedQuery {
        types = Set.copyOf(types);
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT);
        }
    }

    /** A query by clinic, type and time that ends with the newest event. */
    public FeedQuery(
            Optional<ClinicId> clinic,
            Set<String> types,
            Optional<Instant> since,
            Optional<EventId> startingAfter,
            int limit) {
        this(clinic, types, Optional.empty(), since, Optional.empty(), startingAfter, limit);
    }

    boolean wants(Event event) {
        return (types.isEmpty() || types.contains(event.type()))
                && filter.filter(selected -> !selected.matches(new EventFields(event.json())))
                        .isEmpty();
    }
}
