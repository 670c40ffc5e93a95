package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.OrderedDeliveries;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All that an owner is shown of a webhook's deliveries: what the log says, and what is in the backlog and was not attempted yet.
 * Where a delivery is in both, the log knows more.
 */
public final class DeliveryOverview {

    private final DeliveryLog log;
    private final Backlog backlog;
    private final Duration retention;

    /**
     * @param log what was attempted
     * @param backlog what is kept aside
     * @param retention how long an event can be read, and its deliveries with it
     */
    public DeliveryOverview(DeliveryLog log, Backlog backlog, Duration retention) {
        this.log = log;
        this.backlog = backlog;
        this.retention = retention;
    }

    /** Those of one webhook in their order, for a page. */
    public OrderedDeliveries of(Webhook webhook) {
        return (id, range, max) -> newestFirst(id, webhook.generation(), range, max);
    }

    /**
     * One delivery; empty when the event was neither attempted nor in the backlog, or is of another clinic. Then it was looked for in
     * both places all the same: the time it takes is not to tell that there is one.
     *
     * @param seen the clinics that are seen; pings are of none
     */
    public Optional<LoggedDelivery> find(Webhook webhook, EventId event, Clinics seen) {
        return log.find(webhook.id(), event)
                .filter(delivery -> delivery.isSeenBy(seen))
                .or(() -> backlog.find(webhook.id(), webhook.generation(), event)
                        .map(LoggedDelivery::backlog)
                        .filter(delivery -> delivery.isSeenBy(seen)));
    }

    /**
     * Gives a delivery up that was read here. One that is in the backlog is written down first, then no longer kept: who releases it
     * in between finds it in the log.
     *
     * @param read what was read of it
     * @return whether it is given up; not when it changed in the meantime
     */
    public boolean dismiss(Webhook webhook, LoggedDelivery read) {
        LoggedDelivery dismissed = read.dismissed();
        boolean given = begun(webhook, read, dismissed) || log.replace(webhook.id(), read, dismissed);
        if (given) {
            backlog.find(webhook.id(), webhook.generation(), read.event())
                    .filter(kept -> kept.cycle() == read.cycle())
                    .ifPresent(backlog::remove);
        }
        return given;
    }

    private boolean begun(Webhook webhook, LoggedDelivery read, LoggedDelivery dismissed) {
        return read.attempts().isEmpty() && log.begin(webhook.id(), dismissed, expiry(read));
    }

    private Instant expiry(LoggedDelivery delivery) {
        return delivery.event().mintedAt().plus(retention);
    }

    private List<LoggedDelivery> newestFirst(WebhookId webhook, long generation, EventRange range, int max) {
        TreeMap<EventId, LoggedDelivery> known = new TreeMap<>(Collections.reverseOrder());
        Stream<LoggedDelivery> aside =
                backlog.newestFirst(webhook, generation, range, max).stream().map(LoggedDelivery::backlog);
        Stream.concat(aside, log.newestFirst(webhook, range, max).stream())
                .forEach(delivery -> known.put(delivery.event(), delivery));
        return known.values().stream().limit(max).toList();
    }
}
