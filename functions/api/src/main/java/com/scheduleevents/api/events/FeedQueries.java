package com.scheduleevents.api.events;

import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.event.FeedQuery;
import java.util.Set;

/** Reads the parameters of the feed (specification, section 4.2). */
final class FeedQueries {

    private static final Set<String> KNOWN = Set.of("clinic_id", "type", "since", "starting_after", "limit");

    private FeedQueries() {}

    static FeedQuery read(Request request, EventTypeRegistry catalogue) {
        QueryParameters query = request.query(KNOWN);
        return new FeedQuery(
                query.clinic(),
                types(query, catalogue),
                query.since(),
                query.startingAfter(EventId::parse, "the newest event"),
                query.limit());
    }

    private static Set<String> types(QueryParameters query, EventTypeRegistry catalogue) {
        Set<String> types = Set.copyOf(query.all("type"));
        types.stream().filter(type -> !catalogue.has(type)).findFirst().ifPresent(unknown -> {
            throw QueryParameters.invalid(
                    "type", "type must be " + catalogue.allowed() + "; got " + Sanitized.of(unknown) + ".");
        });
        return types;
    }
}
