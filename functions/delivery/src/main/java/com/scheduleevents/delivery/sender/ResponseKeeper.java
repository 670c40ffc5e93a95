package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.delivery.CapturedResponseStore;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.webhook.AttemptId;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what receivers responded to attempts that failed, encrypted and without the secrets of the webhook. */
final class ResponseKeeper {

    private static final Logger LOG = LoggerFactory.getLogger(ResponseKeeper.class);

    private final SenderDependencies ports;

    ResponseKeeper(SenderDependencies ports) {
        this.ports = ports;
    }

    /**
     * Keeps the response to a logged attempt, if one was captured. A delivery never fails because its response could not be kept.
     *
     * @param read the webhook as read before the attempt
     * @param made the delivery with the attempt
     */
    void after(Webhook read, AttemptOutcome outcome, LoggedDelivery made) {
        CapturedResponse response = outcome.response();
        if (response == null) {
            return;
        }
        LoggedAttempt attempt = made.last();
        AttemptId id = new AttemptId(made.event(), attempt.cycle(), attempt.number());
        try {
            ports.responses()
                    .add(
                            read.id(),
                            ports.secrets()
                                    .seal(read.account(), read.id(), id, response.without(secrets(read, attempt.at()))),
                            attempt.at().plus(CapturedResponseStore.KEPT));
        } catch (RuntimeException e) {
            LOG.warn(
                    "a response of the receiver of {} was not kept: {}",
                    read.id().value(),
                    ExceptionSummary.of(e));
        }
    }

    /** What the request contained and no response of the API shows. */
    private List<String> secrets(Webhook webhook, Instant at) {
        List<String> secrets = new ArrayList<>();
        webhook.liveSecrets(at)
                .forEach(stored -> secrets.add(ports.secrets()
                        .open(webhook.account(), webhook.id(), stored)
                        .reveal()));
        webhook.settings()
                .headers()
                .map(stored -> ports.secrets().open(webhook.account(), webhook.id(), stored))
                .ifPresent(own -> own.values().values().forEach(value -> {
                    secrets.add(value);
                    // A receiver that does not accept "Bearer abc" often quotes abc alone.
                    secrets.add(value.substring(value.indexOf(' ') + 1));
                }));
        return secrets;
    }
}
