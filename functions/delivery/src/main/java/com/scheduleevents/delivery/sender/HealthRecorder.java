package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.circuit.Observation;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates the health of a webhook after an attempt, in at most one write. Health is best effort: a failed write is logged and never
 * fails the delivery, because the next attempt writes the same. A success of a healthy webhook writes nothing, so that the row of a
 * busy webhook does not become hot.
 */
final class HealthRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(HealthRecorder.class);

    /** A delivery that waits longer after a drain put it on the queue shows that the drain is too fast. */
    private static final Duration LATE = Duration.ofSeconds(2);

    private final SenderDependencies ports;
    private final ResponseTimes responseTimes = new ResponseTimes();

    HealthRecorder(SenderDependencies ports) {
        this.ports = ports;
    }

    /**
     * What an attempt showed. The failure of a ping says nothing about deliveries, and a test event has no consequences.
     *
     * @param read the webhook as read before the attempt
     * @param taken when the sender took up the message; the attempt may have waited for its turn at the host since
     * @param made the delivery with the attempt
     */
    Optional<Observation> observed(Webhook read, DeliveryMessage message, Instant taken, LoggedDelivery made) {
        boolean succeeded = made.status() == DeliveryStatus.SUCCEEDED;
        if (message.payload().isTest() || (message.payload().isPing() && !succeeded)) {
            return Optional.empty();
        }
        boolean late =
                message.drainedAt().filter(at -> taken.isAfter(at.plus(LATE))).isPresent();
        boolean slow =
                responseTimes.after(read.id(), made.last().took(), read.health().slow());
        return Optional.of(new Observation(made, slow, late, ports.clock().instant()));
    }

    /** @param read the webhook as read before the attempt */
    void record(Webhook read, Observation seen) {
        try {
            ports.webhooks()
                    .change(read, health -> ports.circuitBreaker().afterAttempt(health, seen))
                    .filter(change -> change.rule() == Rule.OPENED)
                    .ifPresent(_ -> {
                        ports.metrics().add(Metric.CIRCUITS_OPENED);
                        LOG.warn(
                                "opened the circuit of {}: its attempts fail",
                                read.id().value());
                    });
        } catch (RuntimeException e) {
            LOG.warn("the health of {} was not updated: {}", read.id().value(), ExceptionSummary.of(e));
        }
    }
}
