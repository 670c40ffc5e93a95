package com.scheduleevents.domain.event;

import java.util.List;
import java.util.Optional;

/**
 * A page of the feed (specification, section 2.3).
 *
 * @param events newest first
 * @param next where the next page starts after; empty when nothing follows
 */
public record FeedPage(List<Event> events, Optional<EventId> next) {

    /** Keeps a copy. */
    public FeedPage {
        events = List.copyOf(events);
    }
}
