package com.scheduleevents.operator.erasure;

import com.scheduleevents.aws.erasure.ErasableRows;
import com.scheduleevents.aws.erasure.ErasableRows.ErasableRow;
import com.scheduleevents.aws.erasure.ErasableRows.KeyRow;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.erasure.ErasedRows;
import com.scheduleevents.domain.erasure.Erasure;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.usage.CountedWebhook;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageRows;
import com.scheduleevents.domain.usage.UsageSource;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Deletes what an erasure may delete by now. An event is deleted last, and a delivery after whatever is found through it, so that a walk that
 * stops anywhere leaves nothing that the next one does not find.
 */
final class ErasureWalk {

    private final Erasure erasure;
    private final ErasableRows rows;
    private final UsageSource source;
    private final Map<UsageDay, Instant> counted;
    private final Instant now;

    /** The events whose rows are deleted. */
    private final Set<EventId> events = new HashSet<>();

    /** Those, and the events of deliveries whose own rows are gone. */
    private final Set<EventId> named = new HashSet<>();

    private final Map<WebhookId, List<EventId>> deliveries = new LinkedHashMap<>();
    private Optional<UsageDay> open = Optional.empty();

    ErasureWalk(Erasure erasure, ErasableRows rows, UsageSource source, UsageRows usage, Instant now) {
        this.erasure = erasure;
        this.rows = rows;
        this.source = source;
        this.counted = usage.counted(erasure.account(), UsageDay.of(Instant.EPOCH), UsageDay.of(now));
        this.now = now;
    }

    /** After {@link #run}: the first day that has to be counted before it can be deleted. */
    Optional<UsageDay> waitsFor() {
        return open;
    }

    /**
     * Walks once.
     *
     * @param progress is told what is done next
     * @return the erasure with what was deleted
     */
    Erasure run(Consumer<String> progress) {
        AccountId account = erasure.account();
        progress.accept("looks for events");
        findEvents(account);
        progress.accept(events.size() + " events to delete; looks for deliveries");
        List<WebhookId> webhooks =
                source.webhooks(account).stream().map(CountedWebhook::id).toList();
        webhooks.forEach(this::findDeliveries);
        long responses = webhooks.stream().mapToLong(this::deleteResponses).sum();
        progress.accept("looks through all backlogs");
        long waiting = rows.delete(rows.waiting(account).filter(this::isWaiting).map(ErasableRow::place));
        progress.accept("looks through all idempotency keys");
        long keys = deleteKeys(account);
        long replays = isOfAccount() ? rows.delete(webhooks.stream().flatMap(rows::replays)) : 0;
        progress.accept("deletes deliveries");
        long logged = deliveries.entrySet().stream()
                .mapToLong(of -> rows.delete(of.getValue().stream().map(event -> rows.delivery(of.getKey(), event))))
                .sum();
        progress.accept("deletes events");
        long recorded = rows.delete(events.stream().map(event -> rows.event(account, event)));
        return erasure.with(new ErasedRows(recorded, logged, waiting, responses, keys, replays));
    }

    private void findEvents(AccountId account) {
        try (Stream<ErasableRow> all = rows.events(account)) {
            Iterator<ErasableRow> oldestFirst = all.filter(row -> erasure.concerns(row.event(), row.clinic()))
                    .iterator();
            while (open.isEmpty() && oldestFirst.hasNext()) {
                EventId event = oldestFirst.next().event();
                open = Optional.of(UsageDay.of(event.mintedAt())).filter(day -> !isDeletable(day));
                if (open.isEmpty()) {
                    events.add(event);
                }
            }
        }
        open = open.or(() -> Optional.of(erasure.lastDay()).filter(day -> !isDeletable(day)));
        named.addAll(events);
    }

    private void findDeliveries(WebhookId webhook) {
        List<EventId> found = new ArrayList<>();
        rows.deliveries(webhook)
                .filter(row -> isBeforeOpenDays(row.event()) && erasure.concerns(row.event(), row.clinic()))
                .forEach(row -> found.add(row.event()));
        deliveries.put(webhook, found);
        named.addAll(found);
    }

    private long deleteResponses(WebhookId webhook) {
        return rows.delete(rows.responses(webhook)
                .filter(row -> isOfAccount() ? isBeforeOpenDays(row.event()) : named.contains(row.event()))
                .map(ErasableRow::place));
    }

    private boolean isWaiting(ErasableRow row) {
        return isBeforeOpenDays(row.event()) && erasure.concerns(row.event(), row.clinic());
    }

    /** Nobody can use the keys of a closed account. */
    private long deleteKeys(AccountId account) {
        if (isOfAccount()) {
            return rows.delete(rows.keys(account).map(KeyRow::place));
        }
        return rows.keys(account)
                .filter(row -> row.events().stream().anyMatch(named::contains))
                .peek(row -> rows.delete(account, row, named))
                .count();
    }

    private boolean isOfAccount() {
        return erasure.clinic().isEmpty();
    }

    private boolean isBeforeOpenDays(EventId event) {
        return open.filter(day -> !event.mintedAt().isBefore(day.start())).isEmpty();
    }

    private boolean isDeletable(UsageDay day) {
        return Erasure.isDeletable(day, Optional.ofNullable(counted.get(day)), now);
    }
}
