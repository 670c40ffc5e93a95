package com.scheduleevents.domain.memory;

import com.scheduleevents.domain.holding.DueWebhook;
import com.scheduleevents.domain.holding.DueWebhooks;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;

/** Those of webhooks in memory that are due. */
public final class InMemoryDueWebhooks implements DueWebhooks {

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
        return webhooks.find(due.account(), due.webhook())
                .map(Webhook::term)
                .flatMap(term -> webhooks.write(
                        due.account(), due.webhook(), term, new HealthWrite.Leased(due.dueAt(), until)))
                .isPresent();
    }
}
