package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.request.KeyedRequest;
import com.scheduleevents.domain.request.RequestKeys;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.IdempotentChangeStore;
import com.scheduleevents.domain.webhook.Registrations;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Registrations, changes with an idempotency key, and the keys of other requests, in memory. */
public final class InMemoryIdempotentChanges implements IdempotentChangeStore, Registrations, RequestKeys {

    private final InMemoryWebhooks webhooks;
    private final Map<String, IdempotentChange> taken = new HashMap<>();
    private final Map<String, KeyedRequest> requests = new HashMap<>();

    /**
     * @param webhooks the webhooks that are changed
     */
    public InMemoryIdempotentChanges(InMemoryWebhooks webhooks) {
        this.webhooks = webhooks;
    }

    @Override
    public synchronized Optional<Earlier> find(AccountId account, IdempotencyKey key, Instant now) {
        String name = name(account, key);
        return Optional.ofNullable(taken.get(name))
                .map(Earlier::of)
                .or(() -> Optional.ofNullable(requests.get(name))
                        .map(request -> new Earlier(request.fingerprint(), Optional.empty(), request.expiresAt())))
                .filter(earlier -> now.isBefore(earlier.expiresAt()));
    }

    @Override
    public synchronized Optional<KeyedRequest> take(
            AccountId account, IdempotencyKey key, KeyedRequest wanted, Instant now) {
        Optional<Earlier> earlier = find(account, key, now);
        String name = name(account, key);
        if (earlier.isEmpty()) {
            taken.remove(name);
            requests.put(name, wanted);
            return Optional.empty();
        }
        return earlier.map(found -> requests.getOrDefault(
                        name, new KeyedRequest(found.fingerprint(), "", Optional.empty(), found.expiresAt())))
                .filter(found -> !found.ulid().equals(wanted.ulid()));
    }

    @Override
    public synchronized boolean replace(AccountId account, IdempotencyKey key, KeyedRequest read, KeyedRequest next) {
        return requests.replace(name(account, key), read, next);
    }

    @Override
    public synchronized void free(AccountId account, IdempotencyKey key, KeyedRequest read) {
        requests.remove(name(account, key), read);
    }

    @Override
    public boolean register(Webhook webhook, Registrant by) {
        boolean free = !webhooks.isTaken(webhook);
        if (free) {
            webhooks.insert(webhook);
        }
        return free;
    }

    @Override
    public synchronized boolean register(IdempotentChange change, Registrant by, Instant now) {
        if (isTaken(change, now) || webhooks.isTaken(change.webhook())) {
            return false;
        }
        webhooks.insert(change.webhook());
        take(change);
        return true;
    }

    @Override
    public synchronized boolean update(Webhook read, IdempotentChange change, Instant now) {
        boolean changes = !change.webhook().equals(read);
        if (isTaken(change, now) || (changes && !webhooks.update(read, change.webhook()))) {
            return false;
        }
        take(change);
        return true;
    }

    private boolean isTaken(IdempotentChange change, Instant now) {
        return find(change.webhook().account(), change.key(), now).isPresent();
    }

    private void take(IdempotentChange change) {
        String name = name(change.webhook().account(), change.key());
        requests.remove(name);
        taken.put(name, change);
    }

    private static String name(AccountId account, IdempotencyKey key) {
        return account.value() + "#" + key.value();
    }
}
