package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.page.FilteredList;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Reads pages of a webhook's deliveries, newest event first. */
public final class DeliveryReader {

    /** How many deliveries one page reads at most; a page that ends here is short and has a cursor. */
    static final int READ_BUDGET = 1_000;

    private static final int FILTERED_CHUNK = 250;

    private final OrderedDeliveries deliveries;
    private final Duration retention;

    /** @param retention how long events and their deliveries are kept */
    public DeliveryReader(OrderedDeliveries deliveries, Duration retention) {
        this.deliveries = deliveries;
        this.retention = retention;
    }

    /** Reads one page. */
    public Page<LoggedDelivery, EventId> page(WebhookId webhook, DeliveryQuery query, Instant now) {
        int chunk = Math.max(query.limit() + 1, FILTERED_CHUNK);
        return new FilteredList<LoggedDelivery, EventId>(
                        (after, max) -> EventRange.of(now, retention, query.since(), after)
                                .map(range -> deliveries.newestFirst(webhook, range, max))
                                .orElse(List.of()),
                        LoggedDelivery::event,
                        chunk,
                        READ_BUDGET)
                .matching(query.startingAfter(), query.limit(), query::wants);
    }
}
