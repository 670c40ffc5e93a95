package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Port: the deliveries kept aside because their webhook has an open circuit, by webhook and generation. Every read sees every write that was
 * acknowledged before it.
 */
public interface Backlog {

    /**
     * Keeps a delivery. Harmless to repeat; a later retry cycle of the same delivery takes the place of an earlier one, and an
     * earlier one that comes late is not kept.
     *
     * @param expiresAt from when on it may be removed
     */
    void park(DeliveryMessage message, Instant expiresAt);

    /**
     * Some of those kept, the oldest event and the newest in turn: an owner wants the newest soonest, and the oldest must not
     * wait for ever.
     *
     * @param max at most this many, at least 1; fewer only when no more are kept
     * @param newestFirst with which of the two to begin
     */
    List<DeliveryMessage> oldestAndNewest(WebhookId webhook, long generation, int max, boolean newestFirst);

    /** Whether it keeps any. */
    boolean anyOf(WebhookId webhook, long generation);

    /** How many it keeps, counted up to {@code max}. */
    int count(WebhookId webhook, long generation, int max);

    /**
     * Those kept of a range of events, newest first, for somebody to look at. What cannot be read is passed over: who releases
     * it puts it out of the way.
     *
     * @param max at most this many, at least 1; fewer only when no older ones are kept
     */
    List<DeliveryMessage> newestFirst(WebhookId webhook, long generation, EventRange range, int max);

    /** This one; empty when it is not kept, or cannot be read. */
    Optional<DeliveryMessage> find(WebhookId webhook, long generation, EventId event);

    /** Keeps it no longer, unless a later retry cycle took its place; harmless to repeat. */
    void remove(DeliveryMessage message);
}
