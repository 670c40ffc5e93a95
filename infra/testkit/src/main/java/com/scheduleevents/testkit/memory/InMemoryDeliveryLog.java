package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.Dismissals;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.LoggedDelivery.Dropped;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The delivery log in memory. */
public final class InMemoryDeliveryLog implements DeliveryLog, Dismissals {

    private final Map<WebhookId, NavigableMap<EventId, LoggedDelivery>> rows = new HashMap<>();
    private final List<AuditEntry> audited = new ArrayList<>();

    /** Loses all rows, as a table that was restored to an earlier time. */
    public synchronized void clear() {
        rows.clear();
    }

    @Override
    public synchronized Optional<LoggedDelivery> find(WebhookId webhook, EventId event) {
        return Optional.ofNullable(of(webhook).get(event));
    }

    @Override
    public synchronized Map<EventId, LoggedDelivery> find(WebhookId webhook, Set<EventId> events) {
        return of(webhook).entrySet().stream()
                .filter(row -> events.contains(row.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Override
    public synchronized Map<WebhookId, LoggedDelivery> ofEvent(EventId event, Set<WebhookId> webhooks) {
        return webhooks.stream()
                .filter(webhook -> of(webhook).containsKey(event))
                .collect(Collectors.toMap(
                        webhook -> webhook, webhook -> of(webhook).get(event)));
    }

    @Override
    public synchronized List<LoggedDelivery> newestFirst(WebhookId webhook, EventRange range, int max) {
        return of(webhook).subMap(range.oldest(), true, range.newest(), true).descendingMap().values().stream()
                .limit(max)
                .toList();
    }

    @Override
    public synchronized boolean append(WebhookId webhook, LoggedDelivery made, Instant expiresAt) {
        Optional<LoggedDelivery> before = find(webhook, made.event());
        if (!isNext(before, made)) {
            return false;
        }
        List<LoggedAttempt> attempts = Stream.concat(
                        before.stream().flatMap(row -> row.attempts().stream()), made.attempts().stream())
                .toList();
        put(webhook, made, attempts, before);
        return true;
    }

    @Override
    public synchronized boolean begin(WebhookId webhook, LoggedDelivery delivery, Instant expiresAt) {
        return delivery.equals(of(webhook).computeIfAbsent(delivery.event(), _ -> delivery));
    }

    @Override
    public synchronized boolean replace(WebhookId webhook, LoggedDelivery read, LoggedDelivery now) {
        boolean unchanged = find(webhook, read.event()).equals(Optional.of(read));
        if (unchanged) {
            of(webhook).put(now.event(), now);
        }
        return unchanged;
    }

    @Override
    public synchronized boolean dismiss(WebhookId webhook, LoggedDelivery read, Instant expiresAt, AuditEntry entry) {
        LoggedDelivery dismissed = read.dismissed();
        boolean changed = (read.attempts().isEmpty() && begin(webhook, dismissed, expiresAt))
                || replace(webhook, read, dismissed);
        if (changed) {
            audited.add(entry);
        }
        return changed;
    }

    /** The entries of the audit log that dismissals have made. */
    public synchronized List<AuditEntry> audited() {
        return List.copyOf(audited);
    }

    private static boolean isNext(Optional<LoggedDelivery> before, LoggedDelivery made) {
        if (before.isEmpty() || before.get().cycle() < made.cycle()) {
            return made.made() == 1;
        }
        boolean dismissed = before.get().status() == DeliveryStatus.DISMISSED;
        return before.get().cycle() == made.cycle()
                && before.get().made() == made.made() - 1
                && (!dismissed || made.status() == DeliveryStatus.SUCCEEDED);
    }

    private void put(
            WebhookId webhook, LoggedDelivery made, List<LoggedAttempt> attempts, Optional<LoggedDelivery> before) {
        of(webhook)
                .put(
                        made.event(),
                        new LoggedDelivery(
                                        made.event(),
                                        made.type(),
                                        made.clinic(),
                                        made.generation(),
                                        made.cycle(),
                                        made.made(),
                                        made.status(),
                                        made.firstAttempt(),
                                        made.nextAttempt(),
                                        attempts,
                                        before.map(LoggedDelivery::dropped).orElse(Dropped.NONE))
                                .trimmed());
    }

    private NavigableMap<EventId, LoggedDelivery> of(WebhookId webhook) {
        return rows.computeIfAbsent(webhook, _ -> new TreeMap<>());
    }
}
