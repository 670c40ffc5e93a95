package com.scheduleevents.domain.circuit;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.webhook.VisibleWebhooks;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/** What became of one event at each webhook that a key sees: its delivery, or why there is none. */
public final class EventOutcomes {

    private final VisibleWebhooks webhooks;
    private final DeliveryLog log;
    private final Backlog backlog;

    public EventOutcomes(VisibleWebhooks webhooks, DeliveryLog log, Backlog backlog) {
        this.webhooks = webhooks;
        this.log = log;
        this.backlog = backlog;
    }

    /**
     * What became of an event at one webhook.
     *
     * @param delivery its delivery; empty when there is none
     * @param absence why there is none; empty when there is one
     */
    public record Outcome(Webhook webhook, Optional<LoggedDelivery> delivery, Optional<Absence> absence) {}

    /** Why a webhook has no delivery of an event, judged by the webhook as it is now. */
    public enum Absence {
        /** The webhook was registered after the event was recorded. */
        REGISTERED_LATER,
        /** The webhook does not get events of this type. */
        OTHER_TYPE,
        /** The webhook does not get events of this clinic. */
        OTHER_CLINIC,
        /** The webhook's filter does not select the event. */
        FILTERED,
        /** The webhook is disabled. */
        WEBHOOK_DISABLED,
        /** The event matches; it is on its way, or did not match or found the webhook disabled when it was recorded. */
        NOT_ATTEMPTED;

        /** The name in the API. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads one page, one outcome for each webhook, newest webhook first.
     *
     * @param event an event that the key sees
     * @param limit the size of the page, from 1 to 100
     * @param looks pays for so many looks into backlogs, before they are made
     */
    public Page<Outcome, WebhookId> page(
            AccountId account,
            Clinics seen,
            Event event,
            Optional<WebhookId> startingAfter,
            int limit,
            IntConsumer looks) {
        Page<Webhook, WebhookId> page = webhooks.page(account, seen, startingAfter, limit);
        Set<WebhookId> ids = page.items().stream().map(Webhook::id).collect(Collectors.toUnmodifiableSet());
        Map<WebhookId, LoggedDelivery> logged = log.ofEvent(event.id(), ids);
        looks.accept(page.items().stream()
                .filter(webhook -> mayWait(webhook, Optional.ofNullable(logged.get(webhook.id()))))
                .mapToInt(DeliveryOverview::backlogs)
                .sum());
        return new Page<>(
                page.items().stream()
                        .map(webhook -> outcome(webhook, event, Optional.ofNullable(logged.get(webhook.id()))))
                        .toList(),
                page.next());
    }

    private Outcome outcome(Webhook webhook, Event event, Optional<LoggedDelivery> logged) {
        Optional<LoggedDelivery> delivery = mayWait(webhook, logged)
                ? DeliveryOverview.merged(logged, DeliveryOverview.waiting(backlog, webhook, event.id()))
                : logged;
        return new Outcome(
                webhook, delivery, delivery.isPresent() ? Optional.empty() : Optional.of(absence(webhook, event)));
    }

    /** Most webhooks have nothing in the backlog. What one had there when it was disabled is still there, even if it was enabled again. */
    private static boolean mayWait(Webhook webhook, Optional<LoggedDelivery> logged) {
        boolean waits = webhook.suspended()
                || webhook.health().hasBacklog()
                || !webhook.isActive()
                || webhook.generation() > Webhook.FIRST_GENERATION;
        return waits
                && logged.filter(row -> !row.isEarlierThan(webhook.generation()))
                        .isEmpty();
    }

    private static Absence absence(Webhook webhook, Event event) {
        if (event.id().mintedAt().isBefore(webhook.createdAt())) {
            return Absence.REGISTERED_LATER;
        }
        return webhook.mismatch(event)
                .map(mismatch -> switch (mismatch) {
                    case TYPE -> Absence.OTHER_TYPE;
                    case CLINIC -> Absence.OTHER_CLINIC;
                    case FILTER -> Absence.FILTERED;
                })
                .orElse(webhook.isActive() ? Absence.NOT_ATTEMPTED : Absence.WEBHOOK_DISABLED);
    }
}
