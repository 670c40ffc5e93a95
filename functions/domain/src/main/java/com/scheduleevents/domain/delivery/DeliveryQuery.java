package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * One request for a page of a webhook's deliveries.
 *
 * @param seen only events of these clinics, and pings
 * @param status only deliveries with this status
 * @param types only these event types; empty for all
 * @param since only events created at or after this time
 * @param startingAfter only events older than this one
 * @param limit the size of a page, at least 1
 */
public record DeliveryQuery(
        Clinics seen,
        Optional<DeliveryStatus> status,
        Set<String> types,
        Optional<Instant> since,
        Optional<EventId> startingAfter,
        int limit) {

    /** Copies the types. */
    public DeliveryQuery {
        types = Set.copyOf(types);
    }

    boolean wants(LoggedDelivery delivery) {
        return status.filter(wanted -> wanted != delivery.status()).isEmpty()
                && (types.isEmpty() || types.contains(delivery.type()))
                && delivery.isSeenBy(seen);
    }
}
