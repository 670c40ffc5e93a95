package com.scheduleevents.api.events;

import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.event.FeedQuery;
import java.util.Set;

/** Reads the query parameters of the feed (specification, section 4.2). */
final class FeedQueries {

    static final Set<String> PARAMETERS = Set.of("clinic_id", "type", "since", "starting_after", "limit");

    private FeedQueries() {}

    static FeedQuery read(QueryParameters query, EventTypeRegistry types) {
        return new FeedQuery(
                query.clinic(),
                query.types(types.allowed(), types::has),
                query.since(),
                query.startingAfter(EventId::parse, "the newest event"),
                query.limit());
    }
}
