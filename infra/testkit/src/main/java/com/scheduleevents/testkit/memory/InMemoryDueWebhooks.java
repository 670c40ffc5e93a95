package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.circuit.DueWebhook;
import com.scheduleevents.domain.circuit.DueWebhookIndex;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;

/** The due webhooks among webhooks in memory. */
public final class InMemoryDueWebhooks implements DueWebhookIndex {

    private final InMemoryWebhooks webhooks;

    /**
     * @param webhooks all of them
     */
    public InMemoryDueWebhooks(InMemoryWebhooks webhooks) {
        this.webhooks = webhooks;
    }

    @Override
    public Stream<DueWebhook> due(int shard, Instant now) {
        return webhooks.all().stream()
                .filter(webhook -> Math.floorMod(webhook.id().value().hashCode(), SHARDS) == shard)
                .flatMap(webhook -> webhook.health().probeAt().stream()
                        .filter(probeAt -> !probeAt.isAfter(now))
                        .map(probeAt -> new DueWebhook(webhook.account(), webhook.id(), probeAt)))
                .sorted(Comparator.comparing(DueWebhook::probeAt));
    }

    @Override
    public boolean lease(DueWebhook due, Instant until) {
        return webhooks.lease(due, until);
    }
}
