package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.oauth.ClientCredentials;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.SealedCredentials;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/**
 * The access tokens of webhooks whose receivers ask for one, in the memory of this execution environment. A token serves the settings that it was
 * requested with, of one webhook, and nothing else. Attempts that need the same token at the same time wait for one request.
 */
final class TokenCache {

    /** For how long an authorization server that gave no token is not asked again. */
    static final Duration FAILURE_REMEMBERED = Duration.ofSeconds(10);

    private static final int MOST_TOKENS = 1_000;

    private final SenderDependencies ports;

    /** Those used last come last. */
    private final Map<Key, CompletableFuture<Answer>> answers = new LinkedHashMap<>(16, 0.75f, true);

    TokenCache(SenderDependencies ports) {
        this.ports = ports;
    }

    /** What an authorization server responded. */
    sealed interface Answer {

        /** Whether it still holds. */
        boolean holds(Instant now);

        /** A token. */
        record Granted(AccessToken token) implements Answer {
            @Override
            public boolean holds(Instant now) {
                return token.isUsable(now);
            }
        }

        /**
         * No token.
         *
         * @param outcome of an attempt that needs one
         * @param at when it was refused
         */
        record Refused(AttemptOutcome outcome, Instant at) implements Answer {
            @Override
            public boolean holds(Instant now) {
                return now.isBefore(at.plus(FAILURE_REMEMBERED));
            }
        }
    }

    /** The token for an attempt of a webhook. */
    Answer of(Webhook webhook, SealedCredentials auth) {
        Key key = new Key(webhook.id(), auth);
        CompletableFuture<Answer> own = new CompletableFuture<>();
        CompletableFuture<Answer> known = known(key, own, ports.clock().instant());
        if (known != own) {
            return shared(known, webhook, auth);
        }
        try {
            own.complete(request(webhook, auth));
            return own.join();
        } finally {
            // No effect on one that is complete.
            own.cancel(false);
        }
    }

    /** Forgets a token that the receiver did not accept, unless another one has taken its place. */
    synchronized void forget(Webhook webhook, SealedCredentials auth, AccessToken refused) {
        answers.computeIfPresent(
                new Key(webhook.id(), auth),
                (_, answer) -> answer.isDone()
                                && !answer.isCancelled()
                                && answer.join().equals(new Answer.Granted(refused))
                        ? null
                        : answer);
    }

    /** The answer that holds or is awaited; the own one, which is awaited from now on, when there is none. */
    private synchronized CompletableFuture<Answer> known(Key key, CompletableFuture<Answer> own, Instant now) {
        CompletableFuture<Answer> known = answers.compute(
                key,
                (_, answer) -> answer == null
                                || answer.isCancelled()
                                || (answer.isDone() && !answer.join().holds(now))
                        ? own
                        : answer);
        if (answers.size() > MOST_TOKENS) {
            answers.remove(answers.keySet().iterator().next());
        }
        return known;
    }

    private Answer shared(CompletableFuture<Answer> awaited, Webhook webhook, SealedCredentials auth) {
        try {
            return awaited.join();
        } catch (CancellationException failed) {
            // The request failed for a reason of whoever made it, such as an interrupt.
            return request(webhook, auth);
        }
    }

    private Answer request(Webhook webhook, SealedCredentials auth) {
        Instant at = ports.clock().instant();
        ClientCredentials credentials = ports.secrets().open(webhook.account(), webhook.id(), auth);
        AttemptOutcome outcome = ports.receivers().attempt(TokenEndpoint.request(credentials, ports.receiverTimeout()));
        return TokenEndpoint.token(outcome, at)
                .<Answer>map(Answer.Granted::new)
                .orElseGet(() -> new Answer.Refused(
                        refusal(webhook, outcome, credentials), ports.clock().instant()));
    }

    /** What a success contains may be a token, so it is shown to nobody. */
    private static AttemptOutcome refusal(Webhook webhook, AttemptOutcome outcome, ClientCredentials credentials) {
        CapturedResponse response = outcome.response();
        AttemptOutcome refusal = new AttemptOutcome(
                OutcomeClass.NO_TOKEN,
                outcome.statusCode(),
                outcome.duration(),
                outcome.retryAfter(),
                outcome.certificateFault(),
                null);
        return response == null || outcome.succeeded() || !webhook.settings().capturesResponses()
                ? refusal
                : refusal.with(response.start().without(TokenEndpoint.secrets(credentials)));
    }

    /** A change of any setting of the client makes another key. */
    private record Key(WebhookId webhook, SealedCredentials auth) {}
}
