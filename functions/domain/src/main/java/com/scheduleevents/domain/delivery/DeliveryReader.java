package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads pages of a webhook's deliveries, newest event first. */
public final class DeliveryReader {

    /** How many deliveries one page reads at most; a page that ends here is short and has a cursor. */
    static final int READ_BUDGET = 1_000;

    private static final int FILTERED_CHUNK = 250;

    private final OrderedDeliveries deliveries;
    private final Duration retention;

    /**
     * @param deliveries the deliveries, in order
     * @param retention how long events and their deliveries are kept
     */
    public DeliveryReader(OrderedDeliveries deliveries, Duration retention) {
        this.deliveries = deliveries;
        this.retention = retention;
    }

    /** Reads one page. */
    public Page<LoggedDelivery, EventId> page(WebhookId webhook, DeliveryQuery query, Instant now) {
        List<LoggedDelivery> found = new ArrayList<>();
        Optional<EventId> lookedAt = query.startingAfter();
        int chunk = Math.max(query.limit() + 1, FILTERED_CHUNK);
        for (int read = 0; read < READ_BUDGET; read += chunk) {
            Optional<EventRange> range = EventRange.of(now, retention, query.since(), lookedAt);
            List<LoggedDelivery> rows = range.map(left -> deliveries.newestFirst(webhook, left, chunk))
                    .orElse(List.of());
            for (LoggedDelivery row : rows) {
                if (query.wants(row)) {
                    if (found.size() == query.limit()) {
                        return new Page<>(found, Optional.of(found.getLast().event()));
                    }
                    found.add(row);
                }
                lookedAt = Optional.of(row.event());
            }
            if (rows.size() < chunk) {
                return Page.last(found);
            }
        }
        return new Page<>(found, lookedAt);
    }
}
