package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Map;
import java.util.Set;

/** Port: reads many deliveries of one webhook from the log at once. */
@FunctionalInterface
public interface LoggedDeliveries {

    /** The largest number of deliveries in one call. */
    int MAX = 100;

    /**
     * Finds the deliveries that are in the log; strongly consistent.
     *
     * @param events at most {@link #MAX}
     */
    Map<EventId, LoggedDelivery> find(WebhookId webhook, Set<EventId> events);
}
