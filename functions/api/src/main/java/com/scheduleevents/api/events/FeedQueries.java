package com.scheduleevents.api.events;

import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.event.FeedQuery;
import com.scheduleevents.domain.id.Identifiers;
import java.util.Optional;
import java.util.Set;

/** Reads the query parameters of the feed (requirements R9 to R13). */
final class FeedQueries {

    static final Set<String> PARAMETERS =
            Set.of("clinic_id", "appointment_id", "type", "order", "since", "until", "starting_after", "limit");

    private static final String ASCENDING = "asc";
    private static final Set<String> ORDERS = Set.of(ASCENDING, "desc");

    private FeedQueries() {}

    static FeedQuery read(QueryParameters query, EventTypeRegistry types) {
        return new FeedQuery(
                query.clinic(),
                query.types(types.allowed(), types::has),
                appointment(query),
                query.since(),
                query.until(),
                query.startingAfter(EventId::parse, isForwards(query) ? "the oldest event" : "the newest event"),
                query.limit());
    }

    private static Optional<EventFilter> appointment(QueryParameters query) {
        return query.one("appointment_id", "an appointment ID, which begins with apt_", text -> Optional.of(text)
                        .filter(id -> Identifiers.isValid("apt_", id)))
                .map(EventFilter::ofAppointment);
    }

    /** Whether the oldest event comes first. */
    static boolean isForwards(QueryParameters query) {
        return query.one("order", "asc or desc", text -> Optional.of(text).filter(ORDERS::contains))
                .filter(ASCENDING::equals)
                .isPresent();
    }
}
