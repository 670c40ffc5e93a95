package com.scheduleevents.domain.memory;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.holding.ParkedDeliveries;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Parked deliveries in memory. */
public final class InMemoryParked implements ParkedDeliveries {

    private final NavigableMap<String, DeliveryMessage> kept = new TreeMap<>();
    private int lookUps;

    /** How often one was looked for. */
    public synchronized int lookUps() {
        return lookUps;
    }

    @Override
    public synchronized void park(DeliveryMessage message, Instant expiresAt) {
        kept.merge(key(message), message, (before, now) -> now.round() < before.round() ? before : now);
    }

    @Override
    public synchronized List<DeliveryMessage> oldestAndNewest(
            WebhookId webhook, long term, int max, boolean newestFirst) {
        Deque<DeliveryMessage> left = new ArrayDeque<>(of(webhook, term).values());
        List<DeliveryMessage> some = new ArrayList<>();
        boolean newest = newestFirst;
        while (some.size() < max && !left.isEmpty()) {
            some.add(newest ? left.removeLast() : left.removeFirst());
            newest = !newest;
        }
        return some;
    }

    @Override
    public synchronized boolean anyOf(WebhookId webhook, long term) {
        return !of(webhook, term).isEmpty();
    }

    @Override
    public synchronized int count(WebhookId webhook, long term, int max) {
        return Math.min(max, of(webhook, term).size());
    }

    @Override
    public synchronized List<DeliveryMessage> newestFirst(WebhookId webhook, long term, EventRange range, int max) {
        return kept
                .subMap(
                        key(webhook, term, range.oldest().value()),
                        true,
                        key(webhook, term, range.newest().value()),
                        true)
                .descendingMap()
                .values()
                .stream()
                .limit(max)
                .toList();
    }

    @Override
    public synchronized Optional<DeliveryMessage> find(WebhookId webhook, long term, EventId event) {
        lookUps++;
        return Optional.ofNullable(kept.get(key(webhook, term, event.value())));
    }

    @Override
    public synchronized void remove(DeliveryMessage message) {
        kept.computeIfPresent(key(message), (_, found) -> found.round() > message.round() ? found : null);
    }

    private NavigableMap<String, DeliveryMessage> of(WebhookId webhook, long term) {
        return kept.subMap(key(webhook, term, ""), true, key(webhook, term, "~"), true);
    }

    private static String key(DeliveryMessage message) {
        return key(message.webhook(), message.term(), message.payload().id().value());
    }

    private static String key(WebhookId webhook, long term, String event) {
        return webhook.value() + "#" + term + "#" + event;
    }
}
