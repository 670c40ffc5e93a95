package com.scheduleevents.delivery.fanout;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the webhooks that match the events of one batch. Those of an account are read once: of the clinic, when the batch has events of
 * one of its clinics, which is all that most batches need; otherwise all. All events of the batch were recorded before these reads, so
 * they find every webhook that was registered before any of them.
 */
final class WebhookMatcher {

    private final WebhookStore webhooks;
    private final Clock clock;
    private final Map<AccountId, Set<ClinicId>> clinics;
    private final Map<AccountId, WebhookCandidates> candidates = new HashMap<>();

    /** @param batch all events that will be matched */
    WebhookMatcher(WebhookStore webhooks, List<RecordedEvent> batch, Clock clock) {
        this.webhooks = webhooks;
        this.clock = clock;
        this.clinics = batch.stream()
                .collect(Collectors.groupingBy(
                        RecordedEvent::account,
                        Collectors.mapping(recorded -> recorded.event().clinic(), Collectors.toSet())));
    }

    /** Returns one match for each active webhook that the event is to be sent to. */
    List<Match> matches(RecordedEvent recorded) {
        return candidates(recorded).webhooks().stream()
                .filter(webhook -> webhook.gets(recorded.event()))
                .map(webhook ->
                        new Match(DeliveryMessage.first(webhook, recorded.event(), clock.instant()), Way.of(webhook)))
                .toList();
    }

    /** Returns the webhooks that may match but whose rows cannot be read. */
    List<WebhookCandidates.Unreadable> unreadable(RecordedEvent recorded) {
        return candidates(recorded).unreadable();
    }

    private WebhookCandidates candidates(RecordedEvent recorded) {
        return candidates.computeIfAbsent(recorded.account(), this::read);
    }

    private WebhookCandidates read(AccountId account) {
        Set<ClinicId> recorded = clinics.getOrDefault(account, Set.of());
        return recorded.size() == 1
                ? webhooks.candidates(account, recorded.iterator().next())
                : webhooks.candidates(account);
    }

    /**
     * A delivery of an event to a webhook.
     *
     * @param message the message for its first attempt
     */
    record Match(DeliveryMessage message, Way way) {}

    /** Where the message of a delivery goes. */
    enum Way {
        /** The deliveries queue. */
        DELIVERIES,
        /** The retry queue: the webhook is suspended, failing or slow, and deliveries to healthy ones do not wait behind it. */
        RETRIES,
        /** The backlog, where probes find them: the circuit is open. */
        OPEN_CIRCUIT,
        /** The backlog, from which consumers pull. */
        BACKLOG;

        private static Way of(Webhook webhook) {
            if (webhook.isPulled()) {
                return BACKLOG;
            }
            if (webhook.health().isCircuitOpen() && !webhook.suspended()) {
                return OPEN_CIRCUIT;
            }
            return webhook.suspended() || webhook.health().isDoubtful() ? RETRIES : DELIVERIES;
        }
    }
}
