package com.scheduleevents.delivery.fanout;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the webhooks that match the events of one batch. The webhooks of a clinic are read once per batch. All events of the batch
 * were recorded before that read, so it finds every webhook that was registered before any of them.
 */
final class WebhookMatcher {

    private final WebhookStore webhooks;
    private final Clock clock;
    private final Map<ReadKey, WebhookCandidates> read = new HashMap<>();

    WebhookMatcher(WebhookStore webhooks, Clock clock) {
        this.webhooks = webhooks;
        this.clock = clock;
    }

    /** Returns one match for each active webhook that the event is to be sent to. */
    List<Match> matches(RecordedEvent recorded) {
        return candidates(recorded).webhooks().stream()
                .filter(webhook -> webhook.gets(recorded.event()))
                .map(webhook -> new Match(
                        DeliveryMessage.first(webhook, recorded.event(), clock.instant()),
                        webhook.suspended() || webhook.health().isDoubtful()))
                .toList();
    }

    /** Returns the webhooks that may match but whose rows cannot be read. */
    List<WebhookCandidates.Unreadable> unreadable(RecordedEvent recorded) {
        return candidates(recorded).unreadable();
    }

    private WebhookCandidates candidates(RecordedEvent recorded) {
        ReadKey key = new ReadKey(recorded.account(), recorded.event().clinic());
        return read.computeIfAbsent(key, _ -> webhooks.candidates(key.account(), key.clinic()));
    }

    /**
     * A delivery of an event to a webhook.
     *
     * @param message the message for its first attempt
     * @param doubtful whether the webhook is suspended, failing or slow: the message then goes to the retry queue, so that
     *     deliveries to healthy webhooks do not wait behind it
     */
    record Match(DeliveryMessage message, boolean doubtful) {}

    private record ReadKey(AccountId account, ClinicId clinic) {}
}
