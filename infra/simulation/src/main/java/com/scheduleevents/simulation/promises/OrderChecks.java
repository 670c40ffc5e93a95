package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;

/** Checks the order of first attempts when they are made, where a webhook gets the events of each appointment in their order. */
final class OrderChecks {

    /** So long after a webhook was registered or enabled, or saw another clinic, the order begins; and what clocks may differ by. */
    private static final Duration UNTIL_ORDERED = Duration.ofMinutes(2).plusSeconds(30);

    private final Ledger ledger;

    OrderChecks(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Checks an attempt to send a whole event that the webhook has not been told of yet. */
    void check(WatchedWebhook webhook, ReceivedRequest request, JsonNode body) {
        Instant created = Instant.parse(body.path("created_at").asText());
        if (!webhook.settings().ordered() || request.attempt() != 1 || webhook.mayComeAgain(request.event(), created)) {
            return;
        }
        ledger.event(body.path("appointment_id").asText()).ifPresent(event -> ledger.inTheOrderOf(event)
                .filter(earlier -> earlier.isKnownAt(event.begun()) && isOwed(webhook, earlier))
                .filter(earlier -> !webhook.tookBy(String.valueOf(earlier.id()), request.at()))
                .forEach(earlier -> ledger.breaks(
                        Promise.IN_ORDER,
                        request.event(),
                        webhook.id() + " was sent it before it had " + earlier.id() + " of " + event.lane())));
    }

    /** Whether the order held when an event was handed over. */
    private static boolean isOwed(WatchedWebhook webhook, WatchedEvent earlier) {
        return webhook.owes(earlier)
                && webhook.facts(Fact.class)
                        .filter(fact -> fact instanceof Fact.Registered
                                || fact instanceof Fact.Enabled
                                || fact instanceof Fact.OfClinic)
                        .map(Fact::at)
                        .reduce((_, last) -> last)
                        .map(since -> earlier.begun().isAfter(since.plus(UNTIL_ORDERED)))
                        .orElseThrow();
    }

    /** Whether an event may wait for an earlier one that its receiver has not accepted by that time. */
    static boolean mayWait(Ledger ledger, WatchedWebhook webhook, WatchedEvent event, Instant time) {
        return webhook.settings().ordered()
                && ledger.inTheOrderOf(event)
                        .anyMatch(earlier ->
                                webhook.owes(earlier) && !webhook.tookBy(String.valueOf(earlier.id()), time));
    }
}
