package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.circuit.CircuitBreaker.Pace;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthChange;
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
     * Updates the health after an attempt. The failure of a ping says nothing about deliveries, and a test event has no consequences.
     *
     * @param read the webhook as read before the attempt
     * @param taken when the sender took up the message; the attempt may have waited for its turn at the host since
     * @param made the delivery with the attempt
     */
    void after(Webhook read, DeliveryMessage message, Instant taken, AttemptOutcome outcome, LoggedDelivery made) {
        if (message.payload().isTest() || (message.payload().isPing() && !outcome.succeeded())) {
            return;
        }
        Instant now = ports.clock().instant();
        boolean late =
                message.drainedAt().filter(at -> taken.isAfter(at.plus(LATE))).isPresent();
        Pace pace = new Pace(
                responseTimes.after(read.id(), outcome.duration(), read.health().slow()), late);
        try {
            ports.webhooks()
                    .change(
                            read,
                            health -> outcome.succeeded()
                                    ? ports.circuitBreaker().afterSuccess(health, pace, now)
                                    : afterFailure(health, outcome, made, pace, now))
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

    private Optional<HealthChange> afterFailure(
            Health health, AttemptOutcome outcome, LoggedDelivery made, Pace pace, Instant now) {
        RejectedEvent failed = new RejectedEvent(
                made.event(),
                made.firstAttempt().orElseThrow(),
                made.made(),
                new LastFailure(outcome.outcomeClass(), outcome.status()),
                now);
        return ports.circuitBreaker()
                .afterFailure(health, failed, made.last().at(), made.status() == DeliveryStatus.PENDING, pace);
    }
}
