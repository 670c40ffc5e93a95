package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.circuit.CircuitBreaker;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates the health of a webhook after an attempt. Health is best effort: a failed write is logged and never fails the delivery,
 * because the next attempt writes the same. A success of a healthy webhook writes nothing, so that the row of a busy webhook does
 * not become hot.
 */
final class HealthRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(HealthRecorder.class);

    private final WebhookStore webhooks;
    private final CircuitBreaker circuitBreaker;
    private final Clock clock;
    private final Metrics metrics;
    private final ResponseTimes responseTimes = new ResponseTimes();

    HealthRecorder(WebhookStore webhooks, CircuitBreaker circuitBreaker, Clock clock, Metrics metrics) {
        this.webhooks = webhooks;
        this.circuitBreaker = circuitBreaker;
        this.clock = clock;
        this.metrics = metrics;
    }

    /**
     * Updates the health after an attempt.
     *
     * @param read the webhook as read before the attempt
     * @param made the delivery with the attempt
     * @param byProbe whether a probe made the attempt
     * @param failureCounts whether a failure counts towards opening the circuit
     */
    void after(Webhook read, AttemptOutcome outcome, LoggedDelivery made, boolean byProbe, boolean failureCounts) {
        try {
            if (outcome.succeeded()) {
                circuitBreaker
                        .afterSuccess(read.health(), clock.instant(), byProbe)
                        .ifPresent(write -> write(read, write));
            } else if (failureCounts) {
                failed(read, lastFailure(outcome), made);
            }
            responseTimes
                    .after(read.id(), outcome.duration(), read.health().slow())
                    .ifPresent(slow -> write(read, new HealthWrite.Slow(slow)));
        } catch (RuntimeException e) {
            LOG.warn("the health of {} was not updated: {}", read.id().value(), ExceptionSummary.of(e));
        }
    }

    private void failed(Webhook read, LastFailure failure, LoggedDelivery made) {
        Optional<Health> written = write(
                read, circuitBreaker.afterFailure(read.health(), made.last().at(), failure));
        written.flatMap(known -> circuitBreaker.afterFailures(known, clock.instant()))
                .flatMap(write -> write(read, write))
                .ifPresent(_ -> {
                    metrics.add(Metric.CIRCUITS_OPENED);
                    LOG.warn(
                            "opened the circuit of {}: its attempts fail",
                            read.id().value());
                });
        if (made.status() == DeliveryStatus.PENDING) {
            RejectedEvent rejected = new RejectedEvent(
                    made.event(), made.firstAttempt().orElseThrow(), made.made(), failure, clock.instant());
            circuitBreaker
                    .afterRejection(written.orElse(read.health()), rejected)
                    .ifPresent(write -> write(read, write));
        }
    }

    private Optional<Health> write(Webhook webhook, HealthWrite write) {
        return webhooks.write(webhook.account(), webhook.id(), webhook.generation(), write);
    }

    private static LastFailure lastFailure(AttemptOutcome outcome) {
        Integer status = outcome.statusCode();
        return new LastFailure(outcome.outcomeClass(), status == null ? OptionalInt.empty() : OptionalInt.of(status));
    }
}
