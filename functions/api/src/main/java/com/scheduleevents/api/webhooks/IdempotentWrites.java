package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Registrant;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.webhook.IdempotentChange;
import com.scheduleevents.domain.webhook.IdempotentChanges;
import com.scheduleevents.domain.webhook.Registrations;
import com.scheduleevents.domain.webhook.Webhook;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Makes a change once per {@code Idempotency-Key}: a repeat within a day gives what became of the webhook the first time, so
 * that a client whose connection broke gets the secret after all.
 */
final class IdempotentWrites {

    private static final String HEADER = "Idempotency-Key";
    private static final Duration KEPT = Duration.ofHours(24);

    /** Each try fails only when somebody else's succeeded. */
    private static final int TRIES = 20;

    private final WebhookLookup webhooks;
    private final Registrations registrations;
    private final IdempotentChanges keyed;
    private final Clock clock;

    IdempotentWrites(WebhookLookup webhooks, Registrations registrations, IdempotentChanges keyed, Clock clock) {
        this.webhooks = webhooks;
        this.registrations = registrations;
        this.keyed = keyed;
        this.clock = clock;
    }

    /**
     * Registers a webhook, or gives the one that was registered under the request's key. What was changed of the account in
     * between makes it begin again.
     *
     * @param registrant reads who registers it
     * @param made makes it
     */
    Webhook insert(
            Request request,
            Caller caller,
            ObjectNode body,
            Supplier<Registrant> registrant,
            Function<Registrant, Webhook> made) {
        Optional<IdempotencyKey> key = key(request);
        if (key.isPresent()) {
            return once(key.get(), caller, fingerprint(request, caller, body), () -> {
                Registrant by = registrant.get();
                return new Wanted(made.apply(by), (change, now) -> registrations.register(change, by, now));
            });
        }
        for (int tries = 0; tries < TRIES; tries++) {
            Registrant by = registrant.get();
            Webhook webhook = made.apply(by);
            if (registrations.register(webhook, by)) {
                return webhook;
            }
        }
        throw WebhookLookup.tooManyChanges();
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
                        () -> new Wanted(change.apply(webhooks.find(request, caller)), keyed::update));
    }

    /**
     * What is to be.
     *
     * @param webhook how the webhook is then
     * @param write makes it so, and takes the key
     */
    private record Wanted(Webhook webhook, BiPredicate<IdempotentChange, Instant> write) {}

    private Webhook once(IdempotencyKey key, Caller caller, String fingerprint, Supplier<Wanted> wanting) {
        for (int tries = 0; tries < TRIES; tries++) {
            Instant now = clock.instant();
            Optional<IdempotentChange> earlier = keyed.find(caller.account(), key, now);
            if (earlier.isPresent()) {
                return first(earlier.get(), fingerprint);
            }
            Wanted wanted = wanting.get();
            IdempotentChange change = new IdempotentChange(key, fingerprint, wanted.webhook(), now.plus(KEPT));
            if (wanted.write().test(change, now)) {
                return change.webhook();
            }
        }
        throw WebhookLookup.tooManyChanges();
    }

    private static Webhook first(IdempotentChange earlier, String fingerprint) {
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
