package com.scheduleevents.simulation.deployment;

import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.IdempotentChangeStore;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.Optional;

/** Counts the changes of webhooks with an idempotency key, as {@link CountingWebhookStore} does those without. */
final class CountedChanges implements IdempotentChangeStore {

    private final IdempotentChangeStore changes;
    private final FaultCounts counts;

    CountedChanges(IdempotentChangeStore changes, FaultCounts counts) {
        this.changes = changes;
        this.counts = counts;
    }

    @Override
    public Optional<Earlier> find(AccountId account, IdempotencyKey key, Instant now) {
        return changes.find(account, key, now);
    }

    @Override
    public boolean update(Webhook read, IdempotentChange change, Instant now) {
        boolean made = changes.update(read, change, now);
        CountingWebhookStore.count(counts, read, change.webhook(), made);
        return made;
    }
}
