package com.scheduleevents.operator.fanout;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Makes the first messages of events that are fanned out again: by the rule of fan-out itself, for each active webhook that
 * matches, and beyond it only for webhooks that were registered before the event, because a later one was never promised it.
 *
 * <p>A delivery that the log knows was fanned out, and goes on by itself. One that it does not know may be on its way all the
 * same, or in the backlog: then its messages merge, because they are of the same retry cycle of the same delivery.
 */
public final class FirstMessages {

    private final WebhookStore webhooks;
    private final LoggedDeliveries log;
    private final Clock clock;

    /**
     * @param webhooks the registered webhooks
     * @param log what is known of deliveries
     * @param clock the time
     */
    public FirstMessages(WebhookStore webhooks, LoggedDeliveries log, Clock clock) {
        this.webhooks = webhooks;
        this.log = log;
        this.clock = clock;
    }

    /**
     * The messages of some events, in the order of the events.
     *
     * @param events of the account, at most {@link LoggedDeliveries#MAX}
     * @param choice which deliveries
     */
    public List<DeliveryMessage> messages(AccountId account, List<Event> events, Choice choice) {
        List<DeliveryMessage> messages = new ArrayList<>();
        byWebhook(account, events, choice)
                .forEach((webhook, matching) -> messages.addAll(of(webhook, matching, choice)));
        return messages.stream()
                .sorted(Comparator.comparing(message -> message.payload().id()))
                .toList();
    }

    private Map<Webhook, List<Event>> byWebhook(AccountId account, List<Event> events, Choice choice) {
        Map<ClinicId, List<Webhook>> read = new HashMap<>();
        Map<Webhook, List<Event>> matching = new LinkedHashMap<>();
        for (Event event : events) {
            read.computeIfAbsent(event.clinic(), clinic -> readable(account, clinic, choice)).stream()
                    .filter(webhook -> choice.takes(webhook, event))
                    .forEach(webhook -> matching.computeIfAbsent(webhook, _ -> new ArrayList<>())
                            .add(event));
        }
        return matching;
    }

    /** Whoever brings back what was missed must not miss it again: a row that cannot be read is to be mended first. */
    private List<Webhook> readable(AccountId account, ClinicId clinic, Choice choice) {
        WebhookCandidates found = webhooks.watching(account, clinic);
        found.unreadable().stream()
                .filter(row -> choice.isFor(row.id()))
                .findFirst()
                .ifPresent(row -> {
                    throw new UnreadableRow(
                            "the row of " + row.id().value() + " cannot be read; mend it first: " + row.reason());
                });
        return found.webhooks();
    }

    private List<DeliveryMessage> of(Webhook webhook, List<Event> events, Choice choice) {
        Map<EventId, LoggedDelivery> logged =
                log.find(webhook.id(), events.stream().map(Event::id).collect(Collectors.toUnmodifiableSet()));
        return events.stream()
                .filter(event -> choice.logged() || !logged.containsKey(event.id()))
                .map(event -> DeliveryMessage.again(
                        webhook, Payload.of(event), Optional.ofNullable(logged.get(event.id())), clock.instant()))
                .toList();
    }

    /**
     * Which deliveries are made again.
     *
     * @param only to this webhook alone; empty: to every one that matches
     * @param logged whether those too that the log knows: they begin a new cycle
     */
    public record Choice(Optional<WebhookId> only, boolean logged) {

        /** Those that fan-out may have missed. */
        public static final Choice MISSED = new Choice(Optional.empty(), false);

        boolean isFor(WebhookId webhook) {
            return only.filter(id -> !id.equals(webhook)).isEmpty();
        }

        boolean takes(Webhook webhook, Event event) {
            return webhook.gets(event)
                    && isFor(webhook.id())
                    && !webhook.createdAt().isAfter(event.id().mintedAt());
        }
    }
}
