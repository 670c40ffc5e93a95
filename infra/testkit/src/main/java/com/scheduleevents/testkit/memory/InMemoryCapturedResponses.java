package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.delivery.CapturedResponses;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.AttemptId;
import com.scheduleevents.domain.webhook.SealedResponse;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Captured responses in memory. */
public final class InMemoryCapturedResponses implements CapturedResponses {

    private final Map<Key, Kept> kept = new ConcurrentHashMap<>();

    private final AtomicInteger lookUps = new AtomicInteger();

    private record Key(WebhookId webhook, AttemptId attempt) {}

    private record Kept(SealedResponse response, Instant expiresAt) {}

    @Override
    public void add(WebhookId webhook, SealedResponse response, Instant expiresAt) {
        kept.put(new Key(webhook, response.attempt()), new Kept(response, expiresAt));
    }

    @Override
    public List<SealedResponse> of(WebhookId webhook, EventId event, Instant now) {
        lookUps.incrementAndGet();
        return kept.entrySet().stream()
                .filter(entry -> entry.getKey().webhook().equals(webhook)
                        && entry.getKey().attempt().event().equals(event))
                .map(Map.Entry::getValue)
                .filter(response -> response.expiresAt().isAfter(now))
                .map(Kept::response)
                .sorted(Comparator.comparing(
                        SealedResponse::attempt,
                        Comparator.comparingInt(AttemptId::cycle)
                                .thenComparingInt(AttemptId::number)
                                .reversed()))
                .limit(MAX)
                .toList();
    }

    /** How often responses were looked up. */
    public int lookUps() {
        return lookUps.get();
    }
}
