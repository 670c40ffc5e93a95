package com.scheduleevents.delivery.sender;

import com.scheduleevents.delivery.sender.TokenCache.Answer;
import com.scheduleevents.domain.certificate.ClientIdentity;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.webhook.SealedCredentials;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Sends requests to receivers: to the queue or event bus of a webhook that has one, else over HTTPS, with the client certificate of the
 * webhook if it has one, and with an access token to those that ask for one. Without the token nothing is sent. A token that
 * the receiver rejects is not used again. If it is of an earlier attempt, the receiver gets the request once more with a new
 * one: authorization servers may end a token before its time.
 */
final class AuthorizedReceivers {

    private static final int UNAUTHORIZED = 401;

    private final SenderDependencies ports;
    private final TokenCache tokens;

    AuthorizedReceivers(SenderDependencies ports) {
        this.ports = ports;
        this.tokens = new TokenCache(ports);
    }

    /** Makes an attempt. Its duration is that of the receiver's response; where there is no token, that of the authorization server's. */
    AttemptOutcome attempt(Webhook webhook, AttemptRequest request) {
        return webhook.settings()
                .destination()
                .map(destination -> ports.destinations().send(destination, webhook.account(), request))
                .orElseGet(() -> call(webhook, identified(webhook, request)));
    }

    private AttemptOutcome call(Webhook webhook, AttemptRequest request) {
        return webhook.settings()
                .auth()
                .map(auth -> authorized(webhook, auth, request))
                .orElseGet(() -> ports.receivers().attempt(request));
    }

    private AttemptRequest identified(Webhook webhook, AttemptRequest request) {
        return webhook.settings()
                .certificate()
                .map(stored -> ports.secrets().open(webhook.account(), webhook.id(), stored))
                .map(certificate -> request.as(new ClientIdentity(webhook.id().value(), certificate)))
                .orElse(request);
    }

    private AttemptOutcome authorized(Webhook webhook, SealedCredentials auth, AttemptRequest request) {
        Instant begun = ports.clock().instant();
        return switch (tokens.of(webhook, auth)) {
            case Answer.Refused(AttemptOutcome none, Instant _) -> none;
            case Answer.Granted(AccessToken token) -> {
                AttemptOutcome outcome = send(request, token);
                boolean rejected = outcome.status().orElse(0) == UNAUTHORIZED;
                if (rejected) {
                    tokens.forget(webhook, auth, token);
                }
                Duration rest = request.timeout().minus(outcome.duration());
                boolean again = rejected && token.issuedAt().isBefore(begun) && rest.toMillis() > 0;
                yield again ? renewed(webhook, auth, request.within(rest)) : outcome;
            }
        };
    }

    private AttemptOutcome renewed(Webhook webhook, SealedCredentials auth, AttemptRequest request) {
        return switch (tokens.of(webhook, auth)) {
            case Answer.Refused(AttemptOutcome none, Instant _) -> none;
            case Answer.Granted(AccessToken token) -> send(request, token);
        };
    }

    private AttemptOutcome send(AttemptRequest request, AccessToken token) {
        AttemptOutcome outcome = ports.receivers().attempt(request.with("Authorization", "Bearer " + token.value()));
        CapturedResponse response = outcome.response();
        return response == null ? outcome : outcome.with(response.without(List.of(token.value())));
    }
}
