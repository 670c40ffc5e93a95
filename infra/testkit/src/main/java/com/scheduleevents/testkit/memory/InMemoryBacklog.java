package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.pull.PullQueue;
import com.scheduleevents.domain.pull.PullReceipt;
import com.scheduleevents.domain.pull.WaitingDelivery;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Backlogged deliveries in memory, those of pull webhooks included. */
public final class InMemoryBacklog implements Backlog, PullQueue {

    /** The later of two messages of one delivery; one that was never drained is earlier than all drains. */
    private static final Comparator<DeliveryMessage> ORDER = Comparator.comparingInt(DeliveryMessage::cycle)
            .thenComparing(message -> message.drainedAt().orElse(Instant.EPOCH));

    private final NavigableMap<String, WaitingDelivery> kept = new TreeMap<>();
    private int lookUps;
    private boolean refusing;

    /** Refuses further deliveries, as a partition does that is written too often. */
    public synchronized void refuse() {
        refusing = true;
    }

    /** How often a delivery was looked up. */
    public synchronized int lookUps() {
        return lookUps;
    }

    @Override
    public synchronized void add(DeliveryMessage message, Instant expiresAt) {
        if (refusing) {
            throw new IllegalStateException("throttled");
        }
        kept.merge(
                key(message),
                new WaitingDelivery(message),
                (before, now) -> isReplaced(before, message) ? now : before);
    }

    private static boolean isReplaced(WaitingDelivery before, DeliveryMessage message) {
        return before.message().cycle() < message.cycle()
                || (before.pulls() == 0 && ORDER.compare(before.message(), message) < 0);
    }

    @Override
    public synchronized List<DeliveryMessage> oldestAndNewest(
            WebhookId webhook, long generation, int max, boolean newestFirst) {
        Deque<DeliveryMessage> left =
                new ArrayDeque<>(messages(of(webhook, generation).values()).toList());
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
        return messages(of(webhook, generation).values()).limit(max).toList();
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
        return messages(kept.subMap(
                                key(webhook, generation, range.oldest().value()),
                                true,
                                key(webhook, generation, range.newest().value()),
                                true)
                        .descendingMap()
                        .values())
                .limit(max)
                .toList();
    }

    @Override
    public synchronized Optional<DeliveryMessage> find(WebhookId webhook, long generation, EventId event) {
        lookUps++;
        return Optional.ofNullable(kept.get(key(webhook, generation, event.value())))
                .map(WaitingDelivery::message);
    }

    @Override
    public synchronized void remove(DeliveryMessage message) {
        kept.computeIfPresent(key(message), (_, found) -> ORDER.compare(found.message(), message) > 0 ? found : null);
    }

    @Override
    public synchronized Look look(WebhookId webhook, long generation, int max, Instant now) {
        List<WaitingDelivery> oldest =
                of(webhook, generation).values().stream().limit(MAX_IN_FLIGHT).toList();
        return new Look(
                oldest.stream()
                        .filter(delivery -> delivery.isVisible(now))
                        .limit(max)
                        .toList(),
                oldest.size());
    }

    @Override
    public synchronized boolean take(WaitingDelivery read, WaitingDelivery taken) {
        return kept.replace(key(read.message()), read, taken);
    }

    @Override
    public synchronized List<WaitingDelivery> find(WebhookId webhook, Set<PullReceipt> receipts) {
        return receipts.stream()
                .map(receipt ->
                        key(webhook, receipt.generation(), receipt.event().value()))
                .distinct()
                .flatMap(key -> Optional.ofNullable(kept.get(key)).stream())
                .toList();
    }

    private static Stream<DeliveryMessage> messages(Collection<WaitingDelivery> deliveries) {
        return deliveries.stream().map(WaitingDelivery::message);
    }

    private NavigableMap<String, WaitingDelivery> of(WebhookId webhook, long generation) {
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
