package com.scheduleevents.simulation.deployment;

import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Counts the deliveries that a sender stored in the backlog, and those that it took out again, because the circuit was closed by the time
 * it read the webhook again.
 */
final class CountedBacklog implements Backlog {

    private final Backlog backlog;
    private final FaultCounts counts;

    /** The messages themselves, and not their equals: a drain removes what it has read. */
    private final Set<DeliveryMessage> stored = Collections.newSetFromMap(new IdentityHashMap<>());

    CountedBacklog(Backlog backlog, FaultCounts counts) {
        this.backlog = backlog;
        this.counts = counts;
    }

    @Override
    public void add(DeliveryMessage message, Instant expiresAt) {
        backlog.add(message, expiresAt);
        stored.add(message);
        counts.transition("STORED", true);
    }

    @Override
    public void remove(DeliveryMessage message) {
        backlog.remove(message);
        if (stored.remove(message)) {
            counts.transition("STORED", false);
        }
    }

    @Override
    public List<DeliveryMessage> oldestAndNewest(WebhookId webhook, long generation, int max, boolean newestFirst) {
        return backlog.oldestAndNewest(webhook, generation, max, newestFirst);
    }

    @Override
    public List<DeliveryMessage> oldest(WebhookId webhook, long generation, int max) {
        return backlog.oldest(webhook, generation, max);
    }

    @Override
    public boolean anyOf(WebhookId webhook, long generation) {
        return backlog.anyOf(webhook, generation);
    }

    @Override
    public int count(WebhookId webhook, long generation, int max) {
        return backlog.count(webhook, generation, max);
    }

    @Override
    public List<DeliveryMessage> newestFirst(WebhookId webhook, long generation, EventRange range, int max) {
        return backlog.newestFirst(webhook, generation, range, max);
    }

    @Override
    public Optional<DeliveryMessage> find(WebhookId webhook, long generation, EventId event) {
        return backlog.find(webhook, generation, event);
    }
}
