package com.scheduleevents.operator.fanout;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDeliveries;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventFields;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.terminal.CommandFailure;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Makes the first messages of deliveries when the fan-out of events is repeated: for each active webhook that matches, as the
 * fan-out function does, but only for webhooks that were registered before the event.
 *
 * <p>A delivery in the log was fanned out and continues by itself. A delivery that is not in the log may still be on a queue or
 * in the backlog: a second message of the same retry cycle then merges with the first.
 */
public final class FirstMessages {

    private final WebhookStore webhooks;
    private final LoggedDeliveries log;
    private final Clock clock;

    /**
     * @param webhooks the registered webhooks
     * @param log the delivery log
     */
    public FirstMessages(WebhookStore webhooks, LoggedDeliveries log, Clock clock) {
        this.webhooks = webhooks;
        this.log = log;
        this.clock = clock;
    }

    /**
     * The messages of some events of an account, in the order of the events.
     *
     * @param events at most {@link LoggedDeliveries#MAX}
     */
    public List<DeliveryMessage> messages(AccountId account, List<Event> events, DeliveryFilter filter) {
        List<DeliveryMessage> messages = new ArrayList<>();
        byWebhook(account, events, filter)
                .forEach((webhook, matching) -> messages.addAll(of(webhook, matching, filter)));
        return messages.stream()
                .sorted(Comparator.comparing(message -> message.payload().id()))
                .toList();
    }

    private Map<Webhook, List<Event>> byWebhook(AccountId account, List<Event> events, DeliveryFilter filter) {
        Map<ClinicId, List<Webhook>> read = new HashMap<>();
        Map<Webhook, List<Event>> matching = new LinkedHashMap<>();
        for (Event event : events) {
            read.computeIfAbsent(event.clinic(), clinic -> readable(account, clinic, filter)).stream()
                    .filter(webhook -> filter.takes(webhook, event))
                    .forEach(webhook -> matching.computeIfAbsent(webhook, _ -> new ArrayList<>())
                            .add(event));
        }
        return matching;
    }

    /** Stops at an unreadable row, so that its webhook does not miss the event again without notice. */
    private List<Webhook> readable(AccountId account, ClinicId clinic, DeliveryFilter filter) {
        WebhookCandidates found = webhooks.candidates(account, clinic);
        found.unreadable().stream()
                .filter(row -> filter.isFor(row.id()))
                .findFirst()
                .ifPresent(row -> {
                    throw new CommandFailure(
                            "The row of " + row.id().value() + " cannot be read; fix it first: " + row.reason());
                });
        return found.webhooks();
    }

    private List<DeliveryMessage> of(Webhook webhook, List<Event> events, DeliveryFilter filter) {
        Map<EventId, LoggedDelivery> logged =
                log.find(webhook.id(), events.stream().map(Event::id).collect(Collectors.toUnmodifiableSet()));
        return events.stream()
                .filter(event -> filter.logged() || !logged.containsKey(event.id()))
                .map(event -> message(webhook, event, Optional.ofNullable(logged.get(event.id()))))
                .toList();
    }

    /** What fan-out has missed waits like any other delivery; what the log has is repeated because somebody asks for it. */
    private DeliveryMessage message(Webhook webhook, Event event, Optional<LoggedDelivery> logged) {
        Instant now = clock.instant();
        return logged.isPresent()
                ? DeliveryMessage.again(webhook, Payload.of(event), logged, now)
                : DeliveryMessage.first(webhook, event, now);
    }

    /**
     * Which deliveries are queued.
     *
     * @param only the only webhook; empty: every one that matches
     * @param logged whether deliveries in the log are repeated too, in a new retry cycle
     */
    public record DeliveryFilter(Optional<WebhookId> only, boolean logged) {

        /** Deliveries that fan-out may have missed. */
        public static final DeliveryFilter MISSED = new DeliveryFilter(Optional.empty(), false);

        boolean isFor(WebhookId webhook) {
            return only.filter(id -> !id.equals(webhook)).isEmpty();
        }

        boolean takes(Webhook webhook, Event event) {
            return webhook.gets(event, new EventFields(event.json()))
                    && isFor(webhook.id())
                    && !webhook.createdAt().isAfter(event.id().mintedAt());
        }
    }
}
