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
 * Makes each change once per {@code Idempotency-Key}. A request that is repeated within a day changes nothing and gets the webhook as it is
 * then, at first with the secret, so that a client whose connection broke still receives it.
 */
final class IdempotentWrites {

    private static final Duration RETENTION = Duration.ofHours(24);

    /** How long a lost response can be had again: the one exception to showing a secret once (specification, section 2.2). */
    private static final Duration SECRET_REPEATED = Duration.ofMinutes(10);

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
    Written insert(
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
                return new Written(webhook, true);
            }
        }
        throw WebhookLookup.tooManyChanges();
    }

    /** Changes the webhook that the path names, or returns the result of an earlier request with the same idempotency key. */
    Written update(Request request, Caller caller, ObjectNode body, UnaryOperator<Webhook> change) {
        Optional<IdempotencyKey> key = request.idempotencyKey();
        return key.isEmpty()
                ? new Written(webhooks.change(request, caller, (_, read) -> change.apply(read)), true)
                : once(key.get(), caller, fingerprint(request, caller, body), () -> {
                    Webhook read = webhooks.read(request, caller).webhook();
                    return new Write(
                            change.apply(read).by(webhooks.origin(request, caller)),
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

    private Written once(IdempotencyKey key, Caller caller, String fingerprint, Supplier<Write> writes) {
        for (int tries = 0; tries < WebhookLookup.MAX_TRIES; tries++) {
            Instant now = clock.instant();
            Optional<IdempotentChange> earlier = changes.find(caller.account(), key, now);
            if (earlier.isPresent()) {
                return repeated(sameRequest(earlier.get(), fingerprint), caller, now);
            }
            Write write = writes.get();
            IdempotentChange change = new IdempotentChange(key, fingerprint, write.webhook(), now.plus(RETENTION));
            if (write.write().test(change, now)) {
                return new Written(change.webhook(), true);
            }
        }
        throw WebhookLookup.tooManyChanges();
    }

    private Written repeated(IdempotentChange earlier, Caller caller, Instant now) {
        Webhook present = webhooks.find(earlier.webhook().id(), caller)
                .orElseThrow(() -> new ApiException(
                        ErrorCode.NOT_FOUND,
                        "Idempotency-Key",
                        "The webhook that this request registered does not exist any more. Use a new Idempotency-Key to"
                                + " register another."));
        boolean recent = now.isBefore(earlier.expiresAt().minus(RETENTION).plus(SECRET_REPEATED));
        return new Written(present, recent && secretVersion(present) == secretVersion(earlier.webhook()));
    }

    private static int secretVersion(Webhook webhook) {
        return webhook.secrets().getFirst().version();
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
