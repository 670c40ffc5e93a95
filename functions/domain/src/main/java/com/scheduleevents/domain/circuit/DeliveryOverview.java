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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A webhook's deliveries as the API lists them: those in the delivery log, and those in the backlog that were not attempted yet, or never will be.
 * Of a delivery in both, the log's entry is shown.
 */
public final class DeliveryOverview {

    /**
     * The backlogs of how many earlier generations are shown, at a query each. What waited there when the webhook was disabled is not sent
     * any more. A webhook that fails for good is disabled a day after it was enabled, so these are days at least.
     */
    private static final int EARLIER_GENERATIONS = 3;

    private final DeliveryLog log;
    private final Backlog backlog;
    private final Duration retention;
    private final int lookedBack;

    /**
     * @param retention how long events and their deliveries are kept
     * @param lookedBack how many deliveries are looked at to find the oldest one that the receiver does not have
     */
    public DeliveryOverview(DeliveryLog log, Backlog backlog, Duration retention, int lookedBack) {
        this.log = log;
        this.backlog = backlog;
        this.retention = retention;
        this.lookedBack = lookedBack;
    }

    /**
     * The deliveries of one webhook, newest first.
     *
     * @param rows is told how many rows each read took, a delivery that is in both places counting twice
     */
    public OrderedDeliveries of(Webhook webhook, IntConsumer rows) {
        return (_, range, max) -> newestFirst(webhook, range, max, rows);
    }

    /**
     * Finds a delivery; empty when there is none, or its clinic is not visible. Both places are read in either case, so that the
     * response time does not reveal an invisible one; and they are where the log has one of an earlier generation, which may wait again.
     *
     * @param seen the visible clinics; a ping belongs to none and is always visible
     */
    public Optional<LoggedDelivery> find(Webhook webhook, EventId event, Clinics seen) {
        Optional<LoggedDelivery> logged = log.find(webhook.id(), event).filter(delivery -> delivery.isSeenBy(seen));
        if (logged.isPresent() && !logged.get().isEarlierThan(webhook.generation())) {
            return logged;
        }
        return merged(logged, waiting(backlog, webhook, event)).filter(delivery -> delivery.isSeenBy(seen));
    }

    /** What the backlogs of a webhook have of an event: the present one, or else the latest of the earlier ones that are shown. */
    static Optional<DeliveryMessage> waiting(Backlog backlog, Webhook webhook, EventId event) {
        return shownGenerations(webhook)
                .mapToObj(generation -> backlog.find(webhook.id(), generation, event))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** How many backlogs of a webhook are read. */
    static int backlogs(Webhook webhook) {
        return Math.toIntExact(shownGenerations(webhook).count());
    }

    /** The latest first. */
    private static LongStream shownGenerations(Webhook webhook) {
        long last = Math.max(Webhook.FIRST_GENERATION, webhook.generation() - EARLIER_GENERATIONS);
        return LongStream.iterate(webhook.generation(), generation -> generation >= last, generation -> generation - 1);
    }

    /**
     * A delivery that may be in both places.
     *
     * @param waiting what the backlog of the present generation has of it
     */
    static Optional<LoggedDelivery> merged(Optional<LoggedDelivery> logged, Optional<DeliveryMessage> waiting) {
        return logged.map(row -> waiting.filter(message -> row.isEarlierThan(message.generation()))
                        .map(message -> row.waitingIn(message.generation()))
                        .orElse(row))
                .or(() -> waiting.map(LoggedDelivery::backlog));
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
     * @param failed the event of a delivery that failed; the deliveries of a limited number of events before it are looked at
     * @param now the present time
     */
    public Instant oldestMissing(WebhookId webhook, long generation, EventId failed, Instant now) {
        Stream<EventId> inBacklog = backlog.oldest(webhook, generation, 1).stream()
                .map(message -> message.payload().id());
        Stream<EventId> inLog = EventRange.of(now, retention, Optional.empty(), Optional.of(failed)).stream()
                .flatMap(range -> log.newestFirst(webhook, range, lookedBack).stream())
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

    private List<LoggedDelivery> newestFirst(Webhook webhook, EventRange range, int max, IntConsumer rows) {
        Map<EventId, DeliveryMessage> waiting = new HashMap<>();
        shownGenerations(webhook).forEach(generation -> {
            List<DeliveryMessage> backlogged = backlog.newestFirst(webhook.id(), generation, range, max);
            rows.accept(backlogged.size());
            backlogged.forEach(message -> waiting.putIfAbsent(message.payload().id(), message));
        });
        List<LoggedDelivery> logged = log.newestFirst(webhook.id(), range, max);
        rows.accept(logged.size());
        TreeMap<EventId, LoggedDelivery> known = new TreeMap<>(Collections.reverseOrder());
        waiting.forEach((event, message) -> known.put(event, LoggedDelivery.backlog(message)));
        logged.forEach(row -> merged(Optional.of(row), Optional.ofNullable(waiting.get(row.event())))
                .ifPresent(delivery -> known.put(row.event(), delivery)));
        return known.values().stream().limit(max).toList();
    }
}
