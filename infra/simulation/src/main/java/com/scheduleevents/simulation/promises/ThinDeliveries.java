package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The thin deliveries that were seen. They say so little that most can be judged only when the feed has shown their events. */
final class ThinDeliveries {

    private static final List<String> FIELDS = List.of("id", "type", "clinic_id", "created_at");

    private final Ledger ledger;
    private final Set<Sent> sent = new LinkedHashSet<>();

    ThinDeliveries(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Whether a body has the four fields of a thin delivery and nothing else. */
    static boolean isThin(JsonNode body) {
        return body.propertyStream().map(Map.Entry::getKey).toList().equals(FIELDS);
    }

    /** A webhook was sent one of a recorded event. */
    void seen(WatchedWebhook webhook, ReceivedRequest request) {
        sent.add(new Sent(webhook, request.event(), request.body()));
    }

    /** Judges them when everything that can be read was read. What no reader was ever shown cannot be judged. */
    void check() {
        Map<String, WatchedEvent> events = new HashMap<>();
        ledger.events().forEach(event -> events.put(String.valueOf(event.id()), event));
        for (Sent one : sent) {
            WatchedEvent event = events.get(one.event());
            if (event != null) {
                check(one, event);
            }
        }
    }

    private void check(Sent one, WatchedEvent event) {
        if (!event.account().equals(one.webhook().account())) {
            ledger.breaks(Promise.ISOLATED, one.webhook().id(), "it was sent " + one.event() + " of another account");
        }
        if (!one.webhook().settings().matches(event.type(), event.clinic(), event.provider())) {
            ledger.breaks(
                    Promise.ISOLATED, one.webhook().id(), "it was sent " + one.event() + ", which it must not see");
        }
        ObjectNode expected = JsonNodeFactory.instance.objectNode();
        JsonNode whole = event.body();
        FIELDS.forEach(field -> expected.set(field, whole.path(field)));
        if (!one.body().equals(expected.toString())) {
            ledger.breaks(
                    Promise.PAYLOAD_IS_AS_SET,
                    one.event(),
                    one.webhook().id() + " was sent " + one.body() + ", and it is " + whole);
        }
    }

    private record Sent(WatchedWebhook webhook, String event, String body) {}
}
