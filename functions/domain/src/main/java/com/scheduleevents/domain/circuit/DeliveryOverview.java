package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.Dismissals;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.OrderedDeliveries;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * A webhook's deliveries as the API lists them: those in the delivery log, and those in the backlog that were not attempted yet.
 * Of a delivery in both, the log's entry is shown.
 */
public final class DeliveryOverview {

    /** How many deliveries are looked at to find the oldest one that the receiver does not have. */
    private static final int LOOKED_BACK = 1_000;

    private final DeliveryLog log;
    private final Backlog backlog;
    private final Duration retention;
    /** @param retention how long events and their deliveries are kept */
    public DeliveryOverview(DeliveryLog log, Backlog backlog, Duration retention) {
        this.log = log;
        this.backlog = backlog;
        this.retention = retention;
    }

    /**
     * The deliveries of one webhook, newest first.
     *
     * @param rows is told how many rows each read took, a delivery that is in both places counting twice
     */
    public OrderedDeliveries of(Webhook webhook, IntConsumer rows) {
        return (id, range, max) -> newestFirst(id, webhook.generation(), range, max, rows);
    }

    /**
     * Finds a delivery; empty when there is none, or its clinic is not visible. Both places are read in either case, so that the
     * response time does not reveal an invisible one.
     *
     * @param seen the visible clinics; a ping belongs to none and is always visible
     */
    public Optional<LoggedDelivery> find(Webhook webhook, EventId event, Clinics seen) {
        return log.find(webhook.id(), event)
                .filter(delivery -> delivery.isSeenBy(seen))
                .or(() -> backlog.find(webhook.id(), webhook.generation(), event)
                        .map(LoggedDelivery::backlog)
                        .filter(delivery -> delivery.isSeenBy(seen)));
    }

    /**
     * Dismisses a delivery: no attempt of it follows. The log is written before the backlog entry is removed, so that a
     * concurrent probe finds the dismissal.
     *
     * @param read the delivery as read
     * @param dismissals writes the log
     * @param entry the entry of the audit log
     * @return whether it was dismissed; not when it has changed since it was read
     */
    public boolean dismiss(Webhook webhook, LoggedDelivery read, Dismissals dismissals, AuditEntry entry) {
        boolean changed = dismissals.dismiss(webhook.id(), read, read.event().expiresAt(retention), entry);
        if (changed) {
            backlog.find(webhook.id(), webhook.generation(), read.event())
                    .filter(kept -> kept.cycle() == read.cycle())
                    .ifPresent(backlog::remove);
        }
        return changed;
    }

    /**
     * When the oldest event was recorded that the receiver does not have, from which a replay has to begin. Events in the backlog, and
     * those of a redelivery, may have been recorded long before the delivery that failed.
     *
     * @param failed the event of a delivery that failed; the deliveries of {@link #LOOKED_BACK} events before it are looked at
     * @param now the present time
     */
    public Instant oldestMissing(WebhookId webhook, long generation, EventId failed, Instant now) {
        Stream<EventId> inBacklog = backlog.oldest(webhook, generation, 1).stream()
                .map(message -> message.payload().id());
        Stream<EventId> inLog = EventRange.of(now, retention, Optional.empty(), Optional.of(failed)).stream()
                .flatMap(range -> log.newestFirst(webhook, range, LOOKED_BACK).stream())
                .filter(delivery -> delivery.clinic().isPresent())
                .filter(delivery ->
                        delivery.status() == DeliveryStatus.PENDING || delivery.status() == DeliveryStatus.FAILED)
                .map(LoggedDelivery::event);
        return Stream.of(Stream.of(failed), inBacklog, inLog)
                .flatMap(Function.identity())
                .min(Comparator.naturalOrder())
                .orElse(failed)
                .mintedAt();
    }

    private List<LoggedDelivery> newestFirst(
            WebhookId webhook, long generation, EventRange range, int max, IntConsumer rows) {
        TreeMap<EventId, LoggedDelivery> known = new TreeMap<>(Collections.reverseOrder());
        List<DeliveryMessage> waiting = backlog.newestFirst(webhook, generation, range, max);
        List<LoggedDelivery> logged = log.newestFirst(webhook, range, max);
        rows.accept(waiting.size() + logged.size());
        Stream.concat(waiting.stream().map(LoggedDelivery::backlog), logged.stream())
                .forEach(delivery -> known.put(delivery.event(), delivery));
        return known.values().stream().limit(max).toList();
    }
}
