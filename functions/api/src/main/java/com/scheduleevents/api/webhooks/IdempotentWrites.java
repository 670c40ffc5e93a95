package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.id.Sha256;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.IdempotentChanges;
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
 * Makes each change once per {@code Idempotency-Key}. A request that is repeated within a day gets the result of the first one, so that a
 * client whose connection broke still receives the secret.
 */
final class IdempotentWrites {

    private static final Duration RETENTION = Duration.ofHours(24);

    private final WebhookLookup webhooks;
    private final Registrations registrations;
    private final IdempotentChanges changes;
    private final Clock clock;

    IdempotentWrites(WebhookLookup webhooks, Registrations registrations, IdempotentChanges changes, Clock clock) {
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
    Webhook insert(
            Request request,
            Caller caller,
            ObjectNode body,
            Supplier<Registrant> registrants,
            Function<Registrant, Webhook> factory) {
        Optional<IdempotencyKey> key = request.idempotencyKey();
        if (key.isPresent()) {
            return once(key.get(), caller, fingerprint(request, caller, body), () -> {
                Registrant registrant = registrants.get();
                return new Write(
                        factory.apply(registrant), (change, now) -> registrations.register(change, registrant, now));
            });
        }
        for (int tries = 0; tries < WebhookLookup.MAX_TRIES; tries++) {
            Registrant registrant = registrants.get();
            Webhook webhook = factory.apply(registrant);
            if (registrations.register(webhook, registrant)) {
                return webhook;
            }
        }
        throw WebhookLookup.tooManyChanges();
    }

    /** Changes the webhook that the path names, or returns the result of an earlier request with the same idempotency key. */
    Webhook update(Request request, Caller caller, ObjectNode body, UnaryOperator<Webhook> change) {
        Optional<IdempotencyKey> key = request.idempotencyKey();
        return key.isEmpty()
                ? webhooks.change(request, caller, change)
                : once(
                        key.get(),
                        caller,
                        fingerprint(request, caller, body),
                        () -> new Write(change.apply(webhooks.find(request, caller)), changes::update));
    }

    /**
     * A change that is to be written together with its idempotency key.
     *
     * @param webhook the webhook after the change
     * @param write writes both; returns false when something was changed in between
     */
    private record Write(Webhook webhook, BiPredicate<IdempotentChange, Instant> write) {}

    private Webhook once(IdempotencyKey key, Caller caller, String fingerprint, Supplier<Write> writes) {
        for (int tries = 0; tries < WebhookLookup.MAX_TRIES; tries++) {
            Instant now = clock.instant();
            Optional<IdempotentChange> earlier = changes.find(caller.account(), key, now);
            if (earlier.isPresent()) {
                return sameRequest(earlier.get(), fingerprint).webhook();
            }
            Write write = writes.get();
            IdempotentChange change = new IdempotentChange(key, fingerprint, write.webhook(), now.plus(RETENTION));
            if (write.write().test(change, now)) {
                return change.webhook();
            }
        }
        throw WebhookLookup.tooManyChanges();
    }

    private static IdempotentChange sameRequest(IdempotentChange earlier, String fingerprint) {
        if (!earlier.fingerprint().equals(fingerprint)) {
            throw new ApiException(
                    ErrorCode.IDEMPOTENCY_KEY_REUSED,
                    "Idempotency-Key",
                    "This Idempotency-Key was used for a different request. Use a new key for each request.");
        }
        return earlier;
    }

    /** Identifies a request, including its API key, so that no key receives a secret that another key has requested. */
    private static String fingerprint(Request request, Caller caller, ObjectNode body) {
        String webhook = request.resource().contains("{webhook_id}") ? request.pathVariable("webhook_id") : "";
        String whole = String.join("\n", caller.key().value(), request.resource(), webhook, body.toString());
        return Sha256.hex(whole);
    }
}
