package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.event.EventId;
import java.util.List;
import java.util.Optional;

/**
 * A page of a webhook's deliveries.
 *
 * @param deliveries newest event first
 * @param next where the next page starts after; empty when nothing follows
 */
public record DeliveryPage(List<LoggedDelivery> deliveries, Optional<EventId> next) {

    /** Keeps a copy. */
    public DeliveryPage {
        deliveries = List.copyOf(deliveries);
    }
}
