package com.scheduleevents.domain.pull;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Port: the deliveries of pull webhooks, which are rows of the backlog. Reads are strongly consistent. */
public interface PullQueue {

    /** The largest number of deliveries in one call. */
    int MAX = 100;

    /**
     * Adds a delivery; idempotent. One that is there already stays as it is, unless what is added belongs to a later retry cycle.
     *
     * @param expiresAt when the delivery may be deleted
     */
    void add(DeliveryMessage message, Instant expiresAt);

    /**
     * Finds the oldest deliveries that can be pulled, in the order of their events, among the oldest of the webhook: behind
     * too many that were pulled and not acknowledged, none is found. One that cannot be read is left out.
     *
     * @param max at most this many, from 1 to {@link #MAX}
     */
    Look look(WebhookId webhook, long generation, int max, Instant now);

    /**
     * Takes a delivery, so that nobody else can pull it until then.
     *
     * @param read the delivery as read
     * @param taken the same after it was pulled
     * @return whether it was taken; not when it has been pulled, replaced or removed since it was read
     */
    boolean take(WaitingDelivery read, WaitingDelivery taken);

    /**
     * Finds the deliveries of receipts, as far as they still wait.
     *
     * @param receipts at most {@link #MAX}
     */
    List<WaitingDelivery> find(WebhookId webhook, Set<PullReceipt> receipts);

    /** Removes a delivery, unless a later retry cycle has replaced it; idempotent. */
    void remove(DeliveryMessage message);

    /**
     * What a look found.
     *
     * @param visible the deliveries that can be pulled
     * @param read how many deliveries were read to find them
     */
    record Look(List<WaitingDelivery> visible, int read) {

        public Look {
            visible = List.copyOf(visible);
        }
    }
}
