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
 * Finds the webhooks that match the events of one batch. Those of an account's first clinic in the batch are read by clinic, which is
 * all that most batches need; with its second clinic, all of the account are read, once. All events of the batch were recorded before
 * these reads, so they find every webhook that was registered before any of them.
 */
final class WebhookMatcher {

    private final WebhookStore webhooks;
    private final Clock clock;
    private final Map<AccountId, WebhookCandidates> ofFirstClinics = new HashMap<>();
    private final Map<AccountId, ClinicId> firstClinics = new HashMap<>();
    private final Map<AccountId, WebhookCandidates> ofAccounts = new HashMap<>();

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
        AccountId account = recorded.account();
        ClinicId clinic = recorded.event().clinic();
        ClinicId first = firstClinics.computeIfAbsent(account, _ -> clinic);
        return first.equals(clinic)
                ? ofFirstClinics.computeIfAbsent(account, _ -> webhooks.candidates(account, clinic))
                : ofAccounts.computeIfAbsent(account, webhooks::candidates);
    }

    /**
     * A delivery of an event to a webhook.
     *
     * @param message the message for its first attempt
     * @param doubtful whether the webhook is suspended, failing or slow: the message then goes to the retry queue, so that
     *     deliveries to healthy webhooks do not wait behind it
     */
    record Match(DeliveryMessage message, boolean doubtful) {}
}
