package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;

/** Port: what came of each delivery, attempt by attempt. Every read sees every write that was acknowledged before it. */
public interface DeliveryLog extends OrderedDeliveries {

    /** What is known of a delivery; empty when it was never attempted. */
    Optional<LoggedDelivery> find(WebhookId webhook, EventId event);

    /**
     * Writes down a delivery that was not attempted, on condition that nothing is known of it.
     *
     * @param expiresAt from when on the row may be removed
     * @return whether it is written. A repeat of a call that succeeded succeeds too
     */
    boolean begin(WebhookId webhook, LoggedDelivery delivery, Instant expiresAt);

    /**
     * Writes an attempt down, on condition that it is the next one: in its retry cycle the delivery's attempts go from n - 1 to n,
     * and the first one begins the retry cycle. A failed attempt of a delivery that was dismissed meanwhile is not written.
     *
     * @param made the delivery with this attempt as its only one
     * @param expiresAt from when on the row may be removed
     * @return whether it is written; not when another message of the same delivery was faster. A repeat of a call that
     *     succeeded succeeds too
     */
    boolean append(WebhookId webhook, LoggedDelivery made, Instant expiresAt);

    /**
     * Puts what a delivery is now, without a further attempt, in the place of what was read. Nothing happens when it changed
     * in the meantime.
     *
     * @return whether it is in its place
     */
    boolean replace(WebhookId webhook, LoggedDelivery read, LoggedDelivery now);
}
