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
                .flatMap(webhook -> webhook.health().dueAt().stream()
                        .filter(dueAt -> !dueAt.isAfter(now))
                        .map(dueAt -> new DueWebhook(webhook.account(), webhook.id(), dueAt)))
                .sorted(Comparator.comparing(DueWebhook::dueAt));
    }

    @Override
    public boolean lease(DueWebhook due, Instant until) {
        return webhooks.lease(due, until);
    }
}
