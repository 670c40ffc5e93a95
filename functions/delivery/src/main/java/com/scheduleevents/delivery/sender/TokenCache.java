package com.scheduleevents.delivery.sender;

import com.scheduleevents.delivery.answers.SharedAnswers;
import com.scheduleevents.domain.oauth.ClientCredentials;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.SealedCredentials;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;

/**
 * The access tokens of webhooks whose receivers ask for one, in the memory of this execution environment. A token serves the settings that it was
 * requested with, of one webhook, and nothing else.
 */
final class TokenCache {

    /** For how long an authorization server that gave no token is not asked again. */
    static final Duration FAILURE_REMEMBERED = Duration.ofSeconds(10);

    private final SenderDependencies ports;

    private final SharedAnswers<Key, Answer> answers = new SharedAnswers<>();

    TokenCache(SenderDependencies ports) {
        this.ports = ports;
    }

    /** What an authorization server responded. */
    sealed interface Answer extends SharedAnswers.Answer {

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
        return answers.of(new Key(webhook.id(), auth), ports.clock().instant(), () -> request(webhook, auth));
    }

    /** Forgets a token that the receiver did not accept, unless another one has taken its place. */
    void forget(Webhook webhook, SealedCredentials auth, AccessToken refused) {
        answers.forget(new Key(webhook.id(), auth), new Answer.Granted(refused));
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
