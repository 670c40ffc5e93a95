package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Begins the next retry cycle of a delivery because somebody asks for it. Requests of the same delivery that come before its first attempt are
 * one: the delivery log decides which of them begins the cycle.
 *
 * <p>Each request first queues a delayed copy of the cycle's first message, then changes the log, and whoever changed it queues the message
 * itself. So a request that dies half-way loses nothing, and the copy finds the attempt in the log and is dropped.
 */
public final class Redelivery {

    /** Long enough for a first attempt to be made and logged, so that a copy is not a second request. */
    static final Duration COPY_AFTER = Duration.ofMinutes(1);

    private final DeliveryLog log;
    private final MessageQueue<DeliveryMessage> queue;
    private final Duration retention;

    /**
     * @param queue the retry queue
     * @param retention how long a delivery is logged
     */
    public Redelivery(DeliveryLog log, MessageQueue<DeliveryMessage> queue, Duration retention) {
        this.log = log;
        this.queue = queue;
        this.retention = retention;
    }

    /**
     * Begins the next retry cycle, or finds that one has begun which was not attempted yet.
     *
     * @param payload an event that matches the webhook
     * @return the delivery as it is now
     * @throws RuntimeException when the delivery may not be made; then it may be asked for again
     */
    public LoggedDelivery request(Webhook webhook, Payload payload, Instant now) {
        Optional<LoggedDelivery> logged = log.find(webhook.id(), payload.id());
        Optional<LoggedDelivery> begun =
                logged.filter(LoggedDelivery::isBegun).filter(row -> !row.isEarlierThan(webhook.generation()));
        if (begun.isPresent()) {
            Instant asked = begun.get().nextAttempt().orElse(now);
            queueCopy(webhook, payload, begun.get(), asked.plus(COPY_AFTER), now);
            return begun.get();
        }
        LoggedDelivery next = logged.map(row -> row.nextCycle(webhook.generation(), now))
                .orElseGet(() -> LoggedDelivery.waiting(
                        DeliveryMessage.requested(webhook, payload, DeliveryMessage.FIRST_CYCLE, now)));
        queueCopy(webhook, payload, next, now.plus(COPY_AFTER), now);
        boolean isFirst = logged.map(row -> log.replace(webhook.id(), row, next))
                .orElseGet(() -> log.begin(webhook.id(), next, payload.id().expiresAt(retention)));
        if (isFirst) {
            queue.send(List.of(DeliveryMessage.requested(webhook, payload, next.cycle(), now)));
        }
        return next;
    }

    /** A copy whose time has passed is due at once: the first message may never have been queued, or belonged to an earlier generation. */
    private void queueCopy(Webhook webhook, Payload payload, LoggedDelivery delivery, Instant due, Instant now) {
        Instant notBefore = due.isBefore(now) ? now : due;
        queue.send(
                DeliveryMessage.requested(webhook, payload, delivery.cycle(), notBefore),
                Duration.between(now, notBefore));
    }
}
