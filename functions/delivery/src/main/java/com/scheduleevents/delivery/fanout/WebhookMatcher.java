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
 * Finds the webhooks of the events of one batch. The webhooks of a clinic are read once a batch: every event of the batch was
 * recorded before, so a webhook that was acknowledged before any of them is seen.
 */
final class WebhookMatcher {

    private final WebhookStore webhooks;
    private final Clock clock;
    private final Map<Watched, WebhookCandidates> read = new HashMap<>();

    WebhookMatcher(WebhookStore webhooks, Clock clock) {
        this.webhooks = webhooks;
        this.clock = clock;
    }

    /** One for each active webhook that the event matches. */
    List<Match> of(RecordedEvent recorded) {
        return watching(recorded).webhooks().stream()
                .filter(webhook -> webhook.gets(recorded.event()))
                .map(webhook -> new Match(
                        DeliveryMessage.first(webhook, recorded.event(), clock.instant()),
                        webhook.suspended() || webhook.health().isDoubtful()))
                .toList();
    }

    /** The webhooks that it might match, for all that is known: their rows cannot be read. */
    List<WebhookCandidates.Unreadable> unreadableFor(RecordedEvent recorded) {
        return watching(recorded).unreadable();
    }

    private WebhookCandidates watching(RecordedEvent recorded) {
        Watched watched = new Watched(recorded.account(), recorded.event().clinic());
        return read.computeIfAbsent(watched, w -> webhooks.watching(w.account(), w.clinic()));
    }

    /**
     * An event on its way to a webhook.
     *
     * @param message its first message
     * @param doubtful whether the webhook may cost time: then it takes the lane of the later attempts, so that those to healthy
     *     webhooks never queue behind it
     */
    record Match(DeliveryMessage message, boolean doubtful) {}

    private record Watched(AccountId account, ClinicId clinic) {}
}
