package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes attempts, and where the deployment asks for it, none before the receiver at the webhook's URL has returned a
 * challenge. While it does not, each attempt is a challenge and fails, so that retries, the circuit breaker and the end
 * of the retry schedule apply to it as to any other failure.
 */
final class ReceiverVerifier {

    private static final Logger LOG = LoggerFactory.getLogger(ReceiverVerifier.class);

    private final SenderDependencies ports;
    private final AuthorizedReceivers receivers;
    private final AttemptRequestSigner requests;
    private final HangingWebhooks hanging;

    /** @param hanging is told of each attempt */
    ReceiverVerifier(SenderDependencies ports, HangingWebhooks hanging) {
        this.ports = ports;
        this.hanging = hanging;
        this.receivers = new AuthorizedReceivers(ports);
        this.requests = new AttemptRequestSigner(ports);
    }

    /**
     * Makes one attempt, whose turn at the host has come.
     *
     * @param at when it begins
     * @return its outcome; empty when the receiver has returned the challenge: that took time, in which the owner may
     *     have changed the URL, so the event is to be attempted anew
     */
    Optional<AttemptOutcome> attempt(DeliveryMessage message, Webhook webhook, Instant at) {
        boolean challenges = ports.verifiesReceivers() && !webhook.isVerified();
        AttemptRequest request = challenges ? requests.challenge(webhook, at) : requests.of(message, webhook, at);
        hanging.begins(webhook, ports.clock().instant());
        AttemptOutcome outcome = receivers.attempt(webhook, request);
        hanging.saw(webhook, outcome, ports.clock().instant());
        if (challenges && outcome.succeeded()) {
            ports.webhooks().verified(webhook);
            LOG.info(
                    "the receiver of {} has returned the challenge",
                    webhook.id().value());
            return Optional.empty();
        }
        return Optional.of(outcome);
    }
}
