package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.RetrySchedule;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Adds the metrics of an attempt. */
final class AttemptMetrics {

    private final MetricRecorder metrics;
    private final RetrySchedule schedule;
    private final Clock clock;

    AttemptMetrics(MetricRecorder metrics, RetrySchedule schedule, Clock clock) {
        this.metrics = metrics;
        this.schedule = schedule;
        this.clock = clock;
    }

    /**
     * Adds the metrics of an attempt.
     *
     * @param fromBacklog whether the delivery was in the backlog, where waiting is intended
     */
    void add(DeliveryMessage message, AttemptOutcome outcome, boolean fromBacklog, Instant begun) {
        metrics.add(Metric.attempts(outcome.outcomeClass()));
        if (message.payload().isTrial()) {
            return;
        }
        if (message.attempt() == 1 && !fromBacklog) {
            metrics.add(Metric.FIRST_ATTEMPT_WAIT, seconds(message.notBefore(), begun));
        }
        if (outcome.succeeded()) {
            metrics.add(Metric.DELIVERIES_SUCCEEDED);
        } else {
            addFailure(message.firstAttempt().orElse(begun), begun);
        }
    }

    private void addFailure(Instant firstAttempt, Instant begun) {
        metrics.add(Metric.OLDEST_UNDELIVERED, seconds(firstAttempt, clock.instant()));
        if (schedule.isOverdue(firstAttempt, begun)) {
            metrics.add(Metric.DELIVERIES_OVERDUE);
        }
    }

    /** Never negative, although the clocks of two machines may differ. */
    private static long seconds(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toSeconds());
    }
}
