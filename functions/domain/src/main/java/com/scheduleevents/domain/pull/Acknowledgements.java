package com.scheduleevents.domain.pull;

import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Gatherers;

/**
 * Ends the deliveries that consumers acknowledge. The log is written before the delivery leaves the backlog: after a crash in between it is
 * pulled no more, because the log says that it succeeded, and the consumer's repeat of the request finds it.
 */
public final class Acknowledgements {

    private static final int CONCURRENCY = 10;

    private final PullQueue queue;
    private final DeliveryLog log;
    private final Duration retention;
    private final RandomGenerator random;
    private final MetricRecorder metrics;

    /**
     * @param retention how long a delivery stays in the log, counted from the recording of its event
     * @param random tells acknowledgements apart
     * @param metrics counts the deliveries that succeeded
     */
    public Acknowledgements(
            PullQueue queue, DeliveryLog log, Duration retention, RandomGenerator random, MetricRecorder metrics) {
        this.queue = queue;
        this.log = log;
        this.retention = retention;
        this.random = random;
        this.metrics = metrics;
    }

    /**
     * Acknowledges deliveries; idempotent. A receipt of a delivery that does not wait any more, or has begun a later retry cycle, does
     * nothing.
     *
     * @param receipts at most {@link PullQueue#MAX}
     */
    public void acknowledge(Webhook webhook, Set<PullReceipt> receipts, Instant now) {
        // The stream ends when all are done.
        queue.find(webhook.id(), receipts).stream()
                .filter(waiting -> receipts.contains(PullReceipt.of(waiting.message())))
                .gather(Gatherers.mapConcurrent(CONCURRENCY, waiting -> acknowledge(webhook, waiting, now)))
                .forEach(_ -> {});
    }

    /** The one attempt in the log begins when the delivery was last pulled, and lasts until it was acknowledged. */
    private boolean acknowledge(Webhook webhook, WaitingDelivery waiting, Instant now) {
        DeliveryMessage message = waiting.message();
        Instant begun = waiting.pulledAt().filter(now::isAfter).orElse(now);
        AttemptOutcome outcome = new AttemptOutcome(OutcomeClass.SUCCEEDED, null, Duration.between(begun, now), null);
        LoggedDelivery done = LoggedDelivery.attempted(message, outcome, begun, Optional.empty(), token());
        boolean logged = log.append(webhook.id(), done, message.payload().id().expiresAt(retention));
        queue.remove(message);
        if (logged && !message.payload().isTrial()) {
            metrics.add(Metric.DELIVERIES_SUCCEEDED);
        }
        return logged;
    }

    private String token() {
        return HexFormat.of().toHexDigits(random.nextLong());
    }
}
