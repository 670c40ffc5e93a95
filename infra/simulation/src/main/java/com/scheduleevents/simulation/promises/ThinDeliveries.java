package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.util.List;
import java.util.Map;

/** Judges the thin deliveries, which say so little that most can be judged only when the feed has shown their events. */
final class ThinDeliveries {

    private static final List<String> FIELDS = List.of("id", "type", "clinic_id", "created_at");

    private final Ledger ledger;

    ThinDeliveries(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Whether a body has the four fields of a thin delivery and nothing else. */
    static boolean isThin(JsonNode body) {
        return body.propertyStream().map(Map.Entry::getKey).toList().equals(FIELDS);
    }

    /** To be called when everything that can be read was read. Deliveries of events that no reader was ever shown cannot be judged. */
    void check() {
        for (WatchedEvent event : ledger.events()) {
            if (event.id() != null) {
                ledger.webhooks().forEach(webhook -> check(webhook, event, event.id()));
            }
        }
    }

    private void check(WatchedWebhook webhook, WatchedEvent event, String id) {
        webhook.attempts(id).stream()
                .map(ReceivedRequest::body)
                .filter(body -> !body.equals(event.json()) && isThin(AttemptChecks.parsed(body)))
                .distinct()
                .forEach(body -> check(webhook, event, id, body));
    }

    private void check(WatchedWebhook webhook, WatchedEvent event, String id, String body) {
        if (!event.account().equals(webhook.account())) {
            ledger.breaks(Promise.ISOLATED, webhook.id(), "it was sent " + id + " of another account");
        }
        if (!webhook.settings().matches(event.type(), event.clinic(), event.provider())) {
            ledger.breaks(Promise.ISOLATED, webhook.id(), "it was sent " + id + ", which it must not see");
        }
        ObjectNode expected = JsonNodeFactory.instance.objectNode();
        JsonNode whole = event.body();
        FIELDS.forEach(field -> expected.set(field, whole.path(field)));
        if (!body.equals(expected.toString())) {
            ledger.breaks(Promise.PAYLOAD_IS_AS_SET, id, webhook.id() + " was sent " + body + ", and it is " + whole);
        }
    }
}
