package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.List;

/** Port: a webhook's deliveries in the order of their events. */
@FunctionalInterface
public interface OrderedDeliveries {

    /**
     * A webhook's deliveries, newest event first, each event once.
     *
     * @param max at most this many, at least 1; fewer only when nothing older is in the range
     */
    List<LoggedDelivery> newestFirst(WebhookId webhook, EventRange range, int max);
}
