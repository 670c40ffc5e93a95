package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Map;
import java.util.Set;

/** Port: what the delivery log says of many deliveries of one webhook at once. */
@FunctionalInterface
public interface LoggedDeliveries {

    /** How many can be asked for at once. */
    int MAX = 100;

    /**
     * What is known of each; one that was never attempted is not in it. Sees every write that was acknowledged before.
     *
     * @param events at most {@link #MAX}
     */
    Map<EventId, LoggedDelivery> find(WebhookId webhook, Set<EventId> events);
}
