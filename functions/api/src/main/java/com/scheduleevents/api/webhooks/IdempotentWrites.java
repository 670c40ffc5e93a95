package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.IdempotentRequests;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.RequestFingerprint;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.request.KeyedRequest;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.IdempotentChangeStore;
import com.scheduleevents.domain.webhook.IdempotentChangeStore.Earlier;
import com.scheduleevents.domain.webhook.Registrations;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Makes each change of a webhook's row once per {@code Idempotency-Key}, by the rule of {@link IdempotentRequests}; but the key is taken in the
 * write of the row, so that not even a crash lets a change be made twice. At first a repeat shows the secret, so that a client whose
 * connection broke still receives it.
 */
final class IdempotentWrites {

    /** How long a lost response can be had again: the one exception to showing a secret once (requirement R19). */
    private static final Duration SECRET_REPEATED = Duration.ofMinutes(10);

    private final RequestedWebhooks webhooks;
    private final Registrations registrations;
    private final IdempotentChangeStore changes;
    private final Clock clock;

    IdempotentWrites(
            RequestedWebhooks webhooks, Registrations registrations, IdempotentChangeStore changes, Clock clock) {
        this.webhooks = webhooks;
        this.registrations = registrations;
        this.changes = changes;
        this.clock = clock;
    }

    /**
     * Registers a webhook, or returns the one that an earlier request with the same idempotency key has registered. It starts again when
     * the account was changed in between.
     *
     * @param registrants reads who registers the webhook
     * @param factory creates the webhook
     */
    Written insert(
            Request request, Caller caller, Supplier<Registrant> registrants, Function<Registrant, Webhook> factory) {
        Optional<IdempotencyKey> key = request.idempotencyKey();
        if (key.isPresent()) {
            return once(key.get(), caller, RequestFingerprint.of(request, caller), () -> {
                Registrant registrant = registrants.get();
                return new Write(
                        free(factory.apply(registrant)),
                        (change, now) -> registrations.register(change, registrant, now));
            });
        }
        for (int tries = 0; tries < RequestedWebhooks.MAX_TRIES; tries++) {
            Registrant registrant = registrants.get();
            Webhook webhook = free(factory.apply(registrant));
            if (registrations.register(webhook, registrant)) {
                return new Written(webhook, true);
            }
        }
        throw RequestedWebhooks.tooManyChanges();
    }

    /**
     * Changes the webhook that the path names, or returns it as it is after an earlier request with the same idempotency key.
     *
     * @param change returns the webhook as it is to be; when it is equal, only the key is taken
     */
    Written update(Request request, Caller caller, UnaryOperator<Webhook> change) {
        Optional<IdempotencyKey> key = request.idempotencyKey();
        return key.isEmpty()
                ? new Written(webhooks.change(request, caller, (_, read) -> change.apply(read)), true)
                : once(key.get(), caller, RequestFingerprint.of(request, caller), () -> {
                    Webhook read = webhooks.read(request, caller).webhook();
                    Webhook changed = change.apply(read);
                    return new Write(
                            changed.equals(read) ? read : changed.by(webhooks.origin(request, caller)),
                            (written, now) -> changes.update(read, written, now));
                });
    }

    /**
     * The result of a request.
     *
     * @param webhook the webhook as it is now
     * @param showsSecret whether the response contains its newest secret
     */
    record Written(Webhook webhook, boolean showsSecret) {}

    /**
     * A change that is to be written together with its idempotency key.
     *
     * @param webhook the webhook after the change
     * @param write writes both; returns false when something was changed in between
     */
    private record Write(Webhook webhook, BiPredicate<IdempotentChange, Instant> write) {}

    private Webhook free(Webhook wanted) {
        webhooks.requireFree(wanted);
        return wanted;
    }

    private Written once(IdempotencyKey key, Caller caller, String fingerprint, Supplier<Write> writes) {
        for (int tries = 0; tries < RequestedWebhooks.MAX_TRIES; tries++) {
            Instant now = clock.instant();
            Optional<Earlier> earlier = changes.find(caller.account(), key, now);
            if (earlier.isPresent()) {
                RequestFingerprint.requireSame(earlier.get().fingerprint(), fingerprint);
                return repeated(earlier.get(), caller, now);
            }
            Write write = writes.get();
            IdempotentChange change =
                    new IdempotentChange(key, fingerprint, write.webhook(), now.plus(KeyedRequest.RETENTION));
            if (write.write().test(change, now)) {
                return new Written(change.webhook(), true);
            }
        }
        throw RequestedWebhooks.tooManyChanges();
    }

    private Written repeated(Earlier earlier, Caller caller, Instant now) {
        Webhook made = earlier.webhook()
                .orElseThrow(() -> new IllegalStateException("the request changed no webhook, and another one did"));
        Webhook present = webhooks.find(made.id(), caller).orElseThrow(IdempotentRequests::gone);
        boolean recent =
                now.isBefore(earlier.expiresAt().minus(KeyedRequest.RETENTION).plus(SECRET_REPEATED));
        return new Written(present, recent && secretVersion(present) == secretVersion(made));
    }

    private static int secretVersion(Webhook webhook) {
        return webhook.secrets().getFirst().version();
    }
}
