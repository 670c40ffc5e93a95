package com.scheduleevents.api.events;

import com.fasterxml.jackson.databind.util.RawValue;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.ForwardReader.ForwardPage;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.time.Timestamps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the feed.
 *
 * @param nextCursor null on the last page of a feed that is read backwards; forwards there is none, and whoever asks again later goes on from
 *     here
 * @param completeUntil null backwards, and forwards while more follows at once
 */
record EventPageJson(
        List<RawValue> data,
        boolean hasMore,
        @Nullable String nextCursor,
        @Nullable String completeUntil) {

    static EventPageJson of(Page<Event, EventId> page) {
        return new EventPageJson(
                raw(page.items()),
                page.next().isPresent(),
                page.next().map(EventId::value).orElse(null),
                null);
    }

    static EventPageJson of(ForwardPage page) {
        return new EventPageJson(
                raw(page.items()),
                page.completeUntil().isEmpty(),
                page.next().value(),
                page.completeUntil().map(Timestamps::formatMillis).orElse(null));
    }

    private static List<RawValue> raw(List<Event> events) {
        return events.stream().map(event -> new RawValue(event.json())).toList();
    }
}
