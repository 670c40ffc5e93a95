package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.webhook.KeyedChange;
import com.scheduleevents.domain.webhook.KeyedChanges;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Makes a change once per {@code Idempotency-Key}: a repeat within a day gives what became of the webhook the first time, so
 * that a client whose connection broke gets the secret after all.
 */
final class OncePerKey {

    private static final String HEADER = "Idempotency-Key";
    private static final Duration KEPT = Duration.ofHours(24);

    /** Each try fails only when somebody else's succeeded. */
    private static final int TRIES = 20;

    private final NamedWebhooks webhooks;
    private final WebhookStore store;
    private final KeyedChanges keyed;
    private final Clock clock;

    OncePerKey(NamedWebhooks webhooks, WebhookStore store, KeyedChanges keyed, Clock clock) {
        this.webhooks = webhooks;
        this.store = store;
        this.keyed = keyed;
        this.clock = clock;
    }

    /** Registers a webhook, or gives the one that was registered under the request's key. */
    Webhook insert(Request request, Caller caller, ObjectNode body, Supplier<Webhook> made) {
        Optional<IdempotencyKey> key = key(request);
        if (key.isEmpty()) {
            Webhook webhook = made.get();
            store.insert(webhook);
            return webhook;
        }
        return once(key.get(), caller, fingerprint(request, caller, body), made, keyed::insert);
    }

    /** Changes the webhook that the path names, or gives what it was changed to under the request's key. */
    Webhook update(Request request, Caller caller, ObjectNode body, UnaryOperator<Webhook> change) {
        Optional<IdempotencyKey> key = key(request);
        return key.isEmpty()
                ? webhooks.change(request, caller, change)
                : once(
                        key.get(),
                        caller,
                        fingerprint(request, caller, body),
                        () -> change.apply(webhooks.find(request, caller)),
                        keyed::update);
    }

    private Webhook once(
            IdempotencyKey key,
            Caller caller,
            String fingerprint,
            Supplier<Webhook> wanted,
            BiPredicate<KeyedChange, Instant> write) {
        for (int tries = 0; tries < TRIES; tries++) {
            Instant now = clock.instant();
            Optional<KeyedChange> earlier = keyed.find(caller.account(), key, now);
            if (earlier.isPresent()) {
                return first(earlier.get(), fingerprint);
            }
            KeyedChange change = new KeyedChange(key, fingerprint, wanted.get(), now.plus(KEPT));
            if (write.test(change, now)) {
                return change.webhook();
            }
        }
        throw NamedWebhooks.tooManyChanges();
    }

    private static Webhook first(KeyedChange earlier, String fingerprint) {
        if (!earlier.fingerprint().equals(fingerprint)) {
            throw new ApiException(
                    ErrorCode.IDEMPOTENCY_KEY_REUSED,
                    HEADER,
                    "This Idempotency-Key was used for a different request. Use a new key for each request.");
        }
        return earlier.webhook();
    }

    private static Optional<IdempotencyKey> key(Request request) {
        return request.header(HEADER).map(text -> IdempotencyKey.parse(text)
                .orElseThrow(() -> new ApiException(
                        ErrorCode.INVALID_HEADER, HEADER, "Idempotency-Key must be " + IdempotencyKey.EXPECTED + ".")));
    }

    /** Tells one request from another. The API key is part of it: nobody is shown a secret that another key asked for. */
    private static String fingerprint(Request request, Caller caller, ObjectNode body) {
        String webhook = request.resource().contains("{webhook_id}") ? request.pathVariable("webhook_id") : "";
        String whole = String.join("\n", caller.key().value(), request.resource(), webhook, body.toString());
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(whole.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
