package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.circuit.AppointmentTurns.Earlier;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.EarlierDelivery;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.NextStep;
import com.scheduleevents.domain.event.EventFields;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for the earlier delivery of the appointment for which one has to wait, and queues it again if nothing has been heard of it for long. */
final class EarlierDeliveries {

    private static final Logger LOG = LoggerFactory.getLogger(EarlierDeliveries.class);

    private final SenderDependencies ports;

    EarlierDeliveries(SenderDependencies ports) {
        this.ports = ports;
    }

    Optional<EarlierDelivery> before(Webhook webhook, DeliveryMessage message) {
        Optional<Earlier> found = ports.turns()
                .earlier(
                        webhook,
                        message.payload().id(),
                        new EventFields(message.payload().json()));
        found.ifPresent(earlier -> requeueIfLost(webhook, earlier));
        return found.map(earlier -> new EarlierDelivery(earlier.logged().flatMap(LoggedDelivery::nextAttempt)));
    }

    /**
     * Its message may have been dropped while the webhook did not match it, or lie in a dead-letter queue, and those behind it would wait for
     * ever.
     */
    private void requeueIfLost(Webhook webhook, Earlier earlier) {
        Instant now = ports.clock().instant();
        Instant due = earlier.logged()
                .flatMap(LoggedDelivery::nextAttempt)
                .orElse(earlier.event().id().mintedAt());
        if (due.plus(NextStep.LATEST_RETRY).isBefore(now) && !isInBacklog(webhook, earlier)) {
            LOG.warn(
                    "queued {} to {} again: others wait for it",
                    earlier.event().id().value(),
                    webhook.id().value());
            ports.retries()
                    .sendAgain(DeliveryMessage.missing(webhook, earlier.event(), earlier.logged(), now), Duration.ZERO);
        }
    }

    private boolean isInBacklog(Webhook webhook, Earlier earlier) {
        return ports.backlog()
                .find(webhook.id(), webhook.generation(), earlier.event().id())
                .isPresent();
    }
}
