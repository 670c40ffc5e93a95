package com.scheduleevents.testkit.memory;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.usage.CountedDelivery;
import com.scheduleevents.domain.usage.CountedWebhook;
import com.scheduleevents.domain.usage.UsageSource;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** A usage source in memory. */
public final class InMemoryUsageSource implements UsageSource {

    private final Map<AccountId, NavigableMap<EventId, ClinicId>> events = new TreeMap<>(byValue());
    private final Map<WebhookId, NavigableMap<EventId, CountedDelivery>> deliveries = new TreeMap<>();
    private final Map<AccountId, Map<WebhookId, CountedWebhook>> webhooks = new TreeMap<>(byValue());
    private final int given;

    /**
     * @param given how many rows one query returns
     */
    public InMemoryUsageSource(int given) {
        this.given = given;
    }

    /** Records an event. */
    public synchronized void record(AccountId account, EventId event, ClinicId clinic) {
        events.computeIfAbsent(account, _ -> new TreeMap<>()).put(event, clinic);
    }

    /** Registers a webhook. */
    public synchronized void register(AccountId account, CountedWebhook webhook) {
        webhooks.computeIfAbsent(account, _ -> new TreeMap<>()).put(webhook.id(), webhook);
    }

    /** Logs a delivery, or replaces it with its new state. */
    public synchronized void log(WebhookId webhook, CountedDelivery delivery) {
        deliveries.computeIfAbsent(webhook, _ -> new TreeMap<>()).put(delivery.event(), delivery);
    }

    @Override
    public synchronized Part<ClinicId> events(Feed feed, EventRange range) {
        return switch (feed) {
            case Feed.OfAccount(AccountId account) -> part(events.getOrDefault(account, new TreeMap<>()), range);
            case Feed.OfClinic(AccountId account, ClinicId clinic) -> {
                NavigableMap<EventId, ClinicId> own = new TreeMap<>(events.getOrDefault(account, new TreeMap<>()));
                own.values().removeIf(other -> !other.equals(clinic));
                yield part(own, range);
            }
        };
    }

    @Override
    public synchronized Part<CountedDelivery> deliveries(WebhookId webhook, EventRange range) {
        return part(deliveries.getOrDefault(webhook, new TreeMap<>()), range);
    }

    @Override
    public synchronized List<CountedWebhook> webhooks(AccountId account) {
        return List.copyOf(webhooks.getOrDefault(account, Map.of()).values());
    }

    /** Like a database that stops at a limit, this does not check whether more rows follow. */
    private <T> Part<T> part(NavigableMap<EventId, T> all, EventRange range) {
        List<Map.Entry<EventId, T>> found = all.subMap(range.oldest(), true, range.newest(), true).entrySet().stream()
                .limit(given)
                .toList();
        return new Part<>(
                found.stream().map(Map.Entry::getValue).toList(),
                found.size() < given
                        ? Optional.empty()
                        : Optional.of(found.getLast().getKey()));
    }

    private static Comparator<AccountId> byValue() {
        return Comparator.comparing(AccountId::value);
    }
}
