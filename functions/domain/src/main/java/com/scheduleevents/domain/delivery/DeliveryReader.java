package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.domain.page.FilteredList;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/** Reads pages of a webhook's deliveries, newest event first. */
public final class DeliveryReader {

    /** How many deliveries one page reads at most; a page that ends here is short and has a cursor. */
    static final int READ_BUDGET = 1_000;

    private static final int FILTERED_CHUNK = 250;

    private final OrderedDeliveries deliveries;
    private final FeedReader feed;
    private final Duration retention;

    /**
     * @param feed the events that the deliveries are of
     * @param retention how long events and their deliveries are kept
     */
    public DeliveryReader(OrderedDeliveries deliveries, FeedReader feed, Duration retention) {
        this.deliveries = deliveries;
        this.feed = feed;
        this.retention = retention;
    }

    /**
     * Reads one page.
     *
     * @param events is told how many events were read to find the cursor
     */
    public Page<LoggedDelivery, EventId> page(Webhook webhook, DeliveryQuery query, Instant now, IntConsumer events) {
        int chunk = query.wantsAll() ? query.limit() + 1 : Math.max(query.limit() + 1, FILTERED_CHUNK);
        Page<LoggedDelivery, EventId> page = new FilteredList<LoggedDelivery, EventId>(
                        (after, max) -> EventRange.of(now, retention, query.since(), after)
                                .map(range -> deliveries.newestFirst(webhook.id(), range, max))
                                .orElse(List.of()),
                        LoggedDelivery::event,
                        chunk,
                        READ_BUDGET)
                .matching(query.startingAfter(), query.limit(), delivery -> query.wants(delivery, webhook));
        return query.seen() instanceof Clinics.Listed
                ? new Page<>(
                        page.items(),
                        page.next().flatMap(cursor -> discreet(page, cursor, webhook, query, now, events)))
                : page;
    }

    /**
     * A cursor that depends on nothing that the key does not see. The read budget may end a page at the delivery of an event that is hidden
     * from the key, because the webhook had other clinics before; then the cursor is the id just after the next event that the key sees.
     */
    private Optional<EventId> discreet(
            Page<LoggedDelivery, EventId> page,
            EventId cursor,
            Webhook webhook,
            DeliveryQuery query,
            Instant now,
            IntConsumer events) {
        boolean endsAtAnItem =
                !page.items().isEmpty() && page.items().getLast().event().equals(cursor);
        if (endsAtAnItem) {
            return Optional.of(cursor);
        }
        return feed.cursorAfter(cursor, webhook.account(), query.seen(), query.since(), now, events);
    }
}
