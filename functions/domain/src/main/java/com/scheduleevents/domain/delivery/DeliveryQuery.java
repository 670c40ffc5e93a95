package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * One request for a page of a webhook's deliveries.
 *
 * @param seen only events of these clinics, and pings
 * @param statuses only deliveries with one of these; empty for all
 * @param types only these event types; empty for all
 * @param since only events created at or after this time
 * @param startingAfter only events older than this one
 * @param limit the size of a page, at least 1
 */
public record DeliveryQuery(
        Clinics seen,
        Set<ShownStatus> statuses,
        Set<String> types,
        Optional<Instant> since,
        Optional<EventId> startingAfter,
        int limit) {

    public DeliveryQuery {
        statuses = Set.copyOf(statuses);
        types = Set.copyOf(types);
    }

    /** The same query for a page that begins elsewhere and has another size. */
    public DeliveryQuery page(Optional<EventId> after, int size) {
        return new DeliveryQuery(seen, statuses, types, since, after, size);
    }

    /** Whether every delivery of the webhook is wanted. */
    boolean wantsAll() {
        return statuses.isEmpty() && types.isEmpty() && seen instanceof Clinics.All;
    }

    /** @param webhook that of the delivery, as it is now */
    boolean wants(LoggedDelivery delivery, Webhook webhook) {
        return (statuses.isEmpty() || statuses.contains(ShownStatus.of(delivery, webhook)))
                && (types.isEmpty() || types.contains(delivery.type()))
                && delivery.isSeenBy(seen);
    }
}
