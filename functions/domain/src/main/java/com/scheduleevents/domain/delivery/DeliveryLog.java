package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Optional;

/** Port: what came of each delivery, attempt by attempt. */
public interface DeliveryLog {

    /** What is known of a delivery, seen with every write that was acknowledged before; empty when it was never attempted. */
    Optional<LoggedDelivery> find(WebhookId webhook, EventId event);

    /**
     * Writes an attempt down, on condition that it is the next one: the delivery's attempts go from n - 1 to n.
     *
     * @return whether it is written; not when another message of the same delivery was faster. A repeat of a call that
     *     succeeded succeeds too
     */
    boolean append(LogEntry entry);

    /**
     * One attempt, and what it makes of the delivery.
     *
     * @param webhook with the event, the delivery
     * @param event with the webhook, the delivery
     * @param attempt the attempt
     * @param firstAttempt when the delivery was attempted first
     * @param status what the delivery is now
     * @param nextAttempt when it is attempted again; empty when it is not
     * @param expiresAt from when on the row may be removed
     */
    record LogEntry(
            WebhookId webhook,
            EventId event,
            LoggedAttempt attempt,
            Instant firstAttempt,
            DeliveryStatus status,
            Optional<Instant> nextAttempt,
            Instant expiresAt) {}
}
