package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes attempts, and where the deployment asks for it, none before the receiver at the webhook's URL has returned a challenge. While it
 * does not, each attempt is a challenge and fails, so that retries, the circuit breaker and the end of the retry schedule apply to it as to
 * any other failure.
 */
final class ReceiverVerifier {

    private static final Logger LOG = LoggerFactory.getLogger(ReceiverVerifier.class);

    private final SenderDependencies ports;
    private final AttemptRequests requests;

    ReceiverVerifier(SenderDependencies ports) {
        this.ports = ports;
        this.requests = new AttemptRequests(ports);
    }

    /**
     * Makes one attempt.
     *
     * @param at when it begins
     * @param stillWanted whether the webhook is as it was read, and the time suffices
     * @return the outcome, that of the challenge if it was not returned; empty when the attempt is no longer wanted
     */
    Optional<AttemptOutcome> attempt(
            DeliveryMessage message, Webhook webhook, Instant at, BooleanSupplier stillWanted) {
        if (ports.verifiesReceivers() && !webhook.isVerified()) {
            Optional<AttemptOutcome> challenged =
                    ports.receivers().attempt(requests.challenge(webhook, at), stillWanted);
            if (challenged.filter(AttemptOutcome::succeeded).isEmpty()) {
                return challenged;
            }
            ports.webhooks().verified(webhook);
            LOG.info(
                    "the receiver of {} has returned the challenge",
                    webhook.id().value());
            // It took time, in which the owner may have changed the URL.
            if (!stillWanted.getAsBoolean()) {
                return Optional.empty();
            }
        }
        return ports.receivers().attempt(requests.of(message, webhook, at), stillWanted);
    }
}
