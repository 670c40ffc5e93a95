package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Port: the log of deliveries and their attempts. Reads are strongly consistent. */
public interface DeliveryLog extends OrderedDeliveries, LoggedDeliveries {

    /** Finds a delivery; empty when it is not in the log. */
    Optional<LoggedDelivery> find(WebhookId webhook, EventId event);

    /**
     * Finds the deliveries of one event to several webhooks, as far as they are in the log, in one read.
     *
     * @param webhooks at most {@link LoggedDeliveries#MAX}
     */
    Map<WebhookId, LoggedDelivery> ofEvent(EventId event, Set<WebhookId> webhooks);

    /**
     * Logs a delivery without an attempt, on condition that it is not in the log; idempotent.
     *
     * @param expiresAt when the row may be deleted
     * @return whether it was written
     */
    boolean begin(WebhookId webhook, LoggedDelivery delivery, Instant expiresAt);

    /**
     * Logs an attempt, on condition that it is the next one; idempotent. Attempt n requires n - 1 logged attempts of the same retry
     * cycle, and the first attempt begins the cycle. A failed attempt is not logged after the delivery was dismissed. A row stays small
     * after any number of retry cycles, as {@link LoggedDelivery#trimmed} says.
     *
     * @param made the delivery with this attempt as its only one
     * @param expiresAt when the row may be deleted
     * @return whether it was written; not when another message of the same delivery was faster
     */
    boolean append(WebhookId webhook, LoggedDelivery made, Instant expiresAt);

    /**
     * Changes a delivery without a further attempt. Nothing happens when it has changed since it was read.
     *
     * @return whether it was changed
     */
    boolean replace(WebhookId webhook, LoggedDelivery read, LoggedDelivery now);
}
