package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;

/** Port: dismisses deliveries in the delivery log, and records it in the audit log in the same write. */
@FunctionalInterface
public interface Dismissals {

    /**
     * Dismisses a delivery.
     *
     * @param read the delivery as read, from the log or from the backlog
     * @param expiresAt when a new row of the log may be deleted
     * @param entry the entry of the audit log
     * @return whether it was dismissed; not when it has changed since it was read, or may have
     */
    boolean dismiss(WebhookId webhook, LoggedDelivery read, Instant expiresAt, AuditEntry entry);
}
