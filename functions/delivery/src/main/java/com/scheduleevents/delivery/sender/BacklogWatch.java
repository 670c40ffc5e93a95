package com.scheduleevents.delivery.sender;

import com.scheduleevents.domain.circuit.WaitLimits;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.webhook.Disabling.DeliveriesExpiring;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at how long the deliveries of a backlog have waited, for whoever reads its oldest ones anyway. {@link WaitLimits} decides what
 * follows: this class disables a webhook whose oldest delivery would soon expire, and logs those that have expired although somebody asked
 * for them.
 */
final class BacklogWatch {

    private static final Logger LOG = LoggerFactory.getLogger(BacklogWatch.class);

    /** How many deliveries are read where those before them have expired. */
    private static final int FURTHER = 100;

    /** How many are read of those of an age, where those before them were asked for. */
    private static final int OF_AN_AGE = 10;

    /** How often they are read for one look; what is left is found by the next one. */
    private static final int MAX_READS = 20;

    private final SenderDependencies ports;

    BacklogWatch(SenderDependencies ports) {
        this.ports = ports;
    }

    /**
     * Reads the oldest deliveries. Those that somebody asked for, and whose event has expired meanwhile, are logged as expired and removed.
     *
     * @param max at most this many; fewer only when the backlog holds no more
     */
    List<DeliveryMessage> oldest(Webhook webhook, int max) {
        List<DeliveryMessage> kept = List.of();
        for (int reads = 0; reads < MAX_READS && kept.isEmpty(); reads++) {
            int wanted = reads == 0 ? max : Math.max(max, FURTHER);
            List<DeliveryMessage> read = ports.backlog().oldest(webhook.id(), webhook.generation(), wanted);
            kept = withoutExpired(webhook, read);
            if (kept.size() == read.size()) {
                break;
            }
        }
        return kept.stream().limit(max).toList();
    }

    private List<DeliveryMessage> withoutExpired(Webhook webhook, List<DeliveryMessage> read) {
        Instant now = ports.clock().instant();
        WaitLimits limits = ports.waitLimits(webhook);
        List<DeliveryMessage> kept = new ArrayList<>();
        for (DeliveryMessage message : read) {
            if (!message.isRequested() || !limits.isExpired(message, now) || !isLoggedAsExpired(message)) {
                kept.add(message);
            }
        }
        return kept;
    }

    /** Not if its retry cycle has begun: its sender may have crashed, and what follows is queued when the delivery is looked at. */
    private boolean isLoggedAsExpired(DeliveryMessage message) {
        EventId event = message.payload().id();
        Optional<LoggedDelivery> logged = ports.log().find(message.webhook(), event);
        if (logged.filter(row -> row.cycle() >= message.cycle()).isPresent()) {
            return false;
        }
        LoggedDelivery expired = LoggedDelivery.expired(message, logged);
        boolean done = logged.isPresent()
                ? ports.log().replace(message.webhook(), logged.get(), expired)
                : ports.log().begin(message.webhook(), expired, ports.logExpiry(message));
        if (done) {
            LOG.info("{} to {} has expired", event.value(), message.webhook().value());
            ports.backlog().remove(message);
        }
        return done;
    }

    /**
     * The delivery that has waited the longest, of those that nobody asked for. Where those at the front of the backlog were all asked for, it
     * is looked for among the newest of those that are old enough for something to follow.
     *
     * @param front the oldest deliveries
     */
    Optional<DeliveryMessage> longest(Webhook webhook, List<DeliveryMessage> front) {
        Optional<DeliveryMessage> found = WaitLimits.longest(front);
        if (found.isPresent() || front.isEmpty()) {
            return found;
        }
        Instant now = ports.clock().instant();
        return ports.waitLimits(webhook).edges(now).stream()
                .flatMap(
                        edge -> EventRange.of(
                                now, ports.retention(), Optional.empty(), Optional.of(EventId.firstAtOrAfter(edge)))
                                .stream())
                .flatMap(
                        range -> WaitLimits.longest(
                                ports.backlog().newestFirst(webhook.id(), webhook.generation(), range, OF_AN_AGE))
                                .stream())
                .findFirst();
    }

    /**
     * Disables a webhook whose oldest delivery would soon expire. If it was changed meanwhile, the next look does.
     *
     * @param longest the delivery that has waited the longest
     * @return whether it would
     */
    boolean disables(Webhook webhook, Optional<DeliveryMessage> longest) {
        Instant now = ports.clock().instant();
        Optional<DeliveriesExpiring> why = longest.filter(
                        message -> ports.waitLimits(webhook).isExpiring(message, now))
                .map(message -> new DeliveriesExpiring(now, message.payload().id(), message.waitsSince()));
        if (why.isPresent() && ports.webhooks().update(webhook, webhook.disabled(why.get()))) {
            ports.metrics().add(Metric.WEBHOOKS_DISABLED);
            LOG.warn(
                    "disabled {}: {} has waited since {}",
                    webhook.id().value(),
                    why.get().event().value(),
                    why.get().waitingSince());
        }
        return why.isPresent();
    }
}
