package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * The first reads of the webhooks of one batch of messages: one for each webhook, which its messages share, because they are handled at the
 * same time. It began after the messages were received, so it is as new as a read of each would be; whoever reads a webhook again does so
 * alone. A probe and the deliveries that it attempts share one in the same way.
 */
final class SharedWebhookReads {

    private final BiFunction<AccountId, WebhookId, Optional<Webhook>> find;
    private final InstantSource clock;
    private final Map<Key, CompletableFuture<Reading>> readings = new ConcurrentHashMap<>();

    /** @param find reads a webhook, strongly consistently */
    SharedWebhookReads(BiFunction<AccountId, WebhookId, Optional<Webhook>> find, InstantSource clock) {
        this.find = find;
        this.clock = clock;
    }

    /** Reads a webhook, unless it was read before. A read that failed has failed only for whoever made it. */
    Reading of(AccountId account, WebhookId webhook) {
        Key key = new Key(account, webhook);
        CompletableFuture<Reading> own = new CompletableFuture<>();
        CompletableFuture<Reading> first = readings.putIfAbsent(key, own);
        if (first != null) {
            return shared(first, key);
        }
        try {
            own.complete(read(key));
            return own.join();
        } finally {
            // No effect on one that is complete.
            own.cancel(false);
        }
    }

    private Reading shared(CompletableFuture<Reading> first, Key key) {
        try {
            return first.join();
        } catch (CancellationException failed) {
            return read(key);
        }
    }

    private Reading read(Key key) {
        Instant begun = clock.instant();
        return new Reading(begun, find.apply(key.account, key.webhook));
    }

    /**
     * A webhook as it was read.
     *
     * @param begun before it was: an attempt that begins later uses the URL of this time or a newer one
     */
    record Reading(Instant begun, Optional<Webhook> webhook) {}

    private record Key(AccountId account, WebhookId webhook) {}
}
