package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.delivery.NextStep.MessageOrigin;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Which deliveries of a push webhook wait in the backlog.
 *
 * <p>The sender writes to the backlog, then reads the webhook. Ending a drain, closing a circuit or resuming an account
 * writes the webhook, then reads the backlog. One of the two sees the write of the other, so no delivery is left in the
 * backlog of a webhook that nothing probes.
 */
final class BacklogAdmission {

    /**
     * How long after it was drained a delivery of a webhook with a limit may be attempted that was held up, because its
     * sender waited or failed. The drain goes on meanwhile, so what is held up would come all at once; instead it goes
     * back to the backlog. What waits in its queue alone does not, because the next step of the drain waits there too.
     */
    private static final Duration LONGEST_HELD = Duration.ofSeconds(10);

    private BacklogAdmission() {}

    /**
     * Whether a delivery goes to the backlog: first attempts do while the circuit is open, when they had to wait for
     * long, or when their webhook has a limit, which the drain of the backlog keeps; retries, pings and test events
     * never do. A retry cycle that has begun runs to its end, because its last attempt is what disables a webhook.
     */
    static boolean admits(DeliveryMessage message, MessageOrigin origin, Webhook webhook, Instant now) {
        return message.attempt() == 1
                && !message.payload().isTrial()
                && (webhook.health().isCircuitOpen() || isExcess(message, origin, webhook, now));
    }

    /**
     * What becomes of a delivery that was just added.
     *
     * @param read the webhook's row, read after the delivery was added
     */
    static NextStep afterAddition(DeliveryMessage message, MessageOrigin origin, Optional<Webhook> read, Instant now) {
        Optional<Webhook> current = read.filter(webhook -> webhook.generation() == message.generation());
        if (current.isEmpty()) {
            return new NextStep.AbandonBacklogEntry();
        }
        Webhook webhook = current.get();
        if (webhook.suspended()) {
            return new NextStep.WatchBacklog(webhook);
        }
        if (webhook.isPulled() || webhook.health().isCircuitOpen()) {
            return new NextStep.StayInBacklog();
        }
        return webhook.isActive() && isExcess(message, origin, webhook, now)
                ? new NextStep.StartDrain(webhook)
                : new NextStep.AbandonBacklogEntry();
    }

    /** Whether a delivery has to wait for the drain although the circuit is closed. */
    private static boolean isExcess(DeliveryMessage message, MessageOrigin origin, Webhook webhook, Instant now) {
        boolean limited = webhook.settings().maxPerSecond().isPresent();
        boolean late = now.isAfter(message.notBefore().plus(NextStep.LONGEST_TURN));
        return late || (limited && !isInStep(message, origin, now));
    }

    /** Whether a delivery comes at about the time for which a drain has moved it, and has waited for nothing else since. */
    private static boolean isInStep(DeliveryMessage message, MessageOrigin origin, Instant now) {
        return message.drainedAt()
                .filter(at -> !message.notBefore().isAfter(at))
                .filter(at -> origin == MessageOrigin.QUEUE || !now.isAfter(at.plus(LONGEST_HELD)))
                .isPresent();
    }
}
