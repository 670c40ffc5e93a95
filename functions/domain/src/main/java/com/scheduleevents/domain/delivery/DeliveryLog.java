package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Port: what came of each delivery, attempt by attempt. Every read sees every write that was acknowledged before it. */
public interface DeliveryLog {

    /** What is known of a delivery; empty when it was never attempted. */
    Optional<LoggedDelivery> find(WebhookId webhook, EventId event);

    /**
     * A webhook's deliveries, newest event first, in one query.
     *
     * @param max at most this many; fewer only when nothing older is in the range
     */
    List<LoggedDelivery> newestFirst(WebhookId webhook, EventRange range, int max);

    /**
     * Writes an attempt down, on condition that it is the next one: in its round the delivery's attempts go from n - 1 to n,
     * and the first one begins the round. A failed attempt of a delivery that was dismissed meanwhile is not written.
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
