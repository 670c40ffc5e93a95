package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Port: the backlog, which holds deliveries that are not attempted yet, by webhook and generation. Reads are strongly consistent.
 */
public interface Backlog {

    /**
     * Adds a delivery; idempotent. One that is there already stays as it is, unless what is added belongs to a later retry cycle, or a
     * later drain of the same one has put it back and nobody has pulled it.
     *
     * @param expiresAt when the delivery may be deleted
     */
    void add(DeliveryMessage message, Instant expiresAt);

    /**
     * Reads deliveries from both ends, the oldest event and the newest in turn: the newest matter most to the owner, and the
     * oldest must not wait for ever.
     *
     * @param max at most this many, at least 1; fewer only when the backlog holds no more
     * @param newestFirst whether the newest comes first
     */
    List<DeliveryMessage> oldestAndNewest(WebhookId webhook, long generation, int max, boolean newestFirst);

    /**
     * Reads the oldest deliveries, in the order of their events.
     *
     * @param max at most this many, at least 1; fewer only when the backlog holds no more
     */
    List<DeliveryMessage> oldest(WebhookId webhook, long generation, int max);

    /** Whether the webhook has a backlog. */
    boolean anyOf(WebhookId webhook, long generation);

    /** The size of the webhook's backlog, counted up to {@code max}. */
    int count(WebhookId webhook, long generation, int max);

    /**
     * Lists the deliveries of a range of events, newest first. Unreadable rows are skipped; the drain moves them to the
     * dead-letter queue.
     *
     * @param max at most this many, at least 1; fewer only when there are no older ones
     */
    List<DeliveryMessage> newestFirst(WebhookId webhook, long generation, EventRange range, int max);

    /** Finds a delivery; empty when it is not in the backlog, or cannot be read. */
    Optional<DeliveryMessage> find(WebhookId webhook, long generation, EventId event);

    /** Removes a delivery, unless a later retry cycle or what a later drain put back has replaced it; idempotent. */
    void remove(DeliveryMessage message);
}
