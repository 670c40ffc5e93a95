package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.IdempotentChanges;
import com.scheduleevents.domain.webhook.Registrations;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Registrations, and changes with an idempotency key, in memory. */
public final class InMemoryIdempotentChanges implements IdempotentChanges, Registrations {

    private final InMemoryWebhooks webhooks;
    private final Map<String, IdempotentChange> taken = new HashMap<>();

    /**
     * @param webhooks the webhooks that are changed
     */
    public InMemoryIdempotentChanges(InMemoryWebhooks webhooks) {
        this.webhooks = webhooks;
    }

    @Override
    public synchronized Optional<IdempotentChange> find(AccountId account, IdempotencyKey key, Instant now) {
        return Optional.ofNullable(taken.get(account.value() + "#" + key.value()))
                .filter(change -> now.isBefore(change.expiresAt()));
    }

    @Override
    public boolean register(Webhook webhook, Registrant by) {
        webhooks.insert(webhook);
        return true;
    }

    @Override
    public synchronized boolean register(IdempotentChange change, Registrant by, Instant now) {
        if (isTaken(change, now)) {
            return false;
        }
        webhooks.insert(change.webhook());
        take(change);
        return true;
    }

    @Override
    public synchronized boolean update(Webhook read, IdempotentChange change, Instant now) {
        if (isTaken(change, now) || !webhooks.update(read, change.webhook())) {
            return false;
        }
        take(change);
        return true;
    }

    private boolean isTaken(IdempotentChange change, Instant now) {
        return find(change.webhook().account(), change.key(), now).isPresent();
    }

    private void take(IdempotentChange change) {
        taken.put(change.webhook().account().value() + "#" + change.key().value(), change);
    }
}
