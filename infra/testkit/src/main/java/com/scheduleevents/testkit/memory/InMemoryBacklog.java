package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Backlogged deliveries in memory. */
public final class InMemoryBacklog implements Backlog {

    private final NavigableMap<String, DeliveryMessage> kept = new TreeMap<>();
    private int lookUps;

    /** How often a delivery was looked up. */
    public synchronized int lookUps() {
        return lookUps;
    }

    @Override
    public synchronized void add(DeliveryMessage message, Instant expiresAt) {
        kept.merge(key(message), message, (before, now) -> now.cycle() < before.cycle() ? before : now);
    }

    @Override
    public synchronized List<DeliveryMessage> oldestAndNewest(
            WebhookId webhook, long generation, int max, boolean newestFirst) {
        Deque<DeliveryMessage> left = new ArrayDeque<>(of(webhook, generation).values());
        List<DeliveryMessage> some = new ArrayList<>();
        boolean newest = newestFirst;
        while (some.size() < max && !left.isEmpty()) {
            some.add(newest ? left.removeLast() : left.removeFirst());
            newest = !newest;
        }
        return some;
    }

    @Override
    public synchronized List<DeliveryMessage> oldest(WebhookId webhook, long generation, int max) {
        return of(webhook, generation).values().stream().limit(max).toList();
    }

    @Override
    public synchronized boolean anyOf(WebhookId webhook, long generation) {
        return !of(webhook, generation).isEmpty();
    }

    @Override
    public synchronized int count(WebhookId webhook, long generation, int max) {
        return Math.min(max, of(webhook, generation).size());
    }

    @Override
    public synchronized List<DeliveryMessage> newestFirst(
            WebhookId webhook, long generation, EventRange range, int max) {
        return kept
                .subMap(
                        key(webhook, generation, range.oldest().value()),
                        true,
                        key(webhook, generation, range.newest().value()),
                        true)
                .descendingMap()
                .values()
                .stream()
                .limit(max)
                .toList();
    }

    @Override
    public synchronized Optional<DeliveryMessage> find(WebhookId webhook, long generation, EventId event) {
        lookUps++;
        return Optional.ofNullable(kept.get(key(webhook, generation, event.value())));
    }

    @Override
    public synchronized void remove(DeliveryMessage message) {
        kept.computeIfPresent(key(message), (_, found) -> found.cycle() > message.cycle() ? found : null);
    }

    private NavigableMap<String, DeliveryMessage> of(WebhookId webhook, long generation) {
        return kept.subMap(key(webhook, generation, ""), true, key(webhook, generation, "~"), true);
    }

    private static String key(DeliveryMessage message) {
        return key(
                message.webhook(), message.generation(), message.payload().id().value());
    }

    private static String key(WebhookId webhook, long generation, String event) {
        return webhook.value() + "#" + generation + "#" + event;
    }
}
