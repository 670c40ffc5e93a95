package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.receivers.SimulatedInternet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Whether what was recorded while nothing failed was attempted promptly. */
public final class PromptnessChecks {

    /**
     * Within so long an event is attempted: two looks follow the end of a drain within two minutes, the clock needs one for each, and what
     * is slow is tried again after the three minutes of a visibility timeout.
     */
    public static final Duration PROMPTLY = Duration.ofMinutes(10);

    private final Ledger ledger;
    private final SimulatedInternet internet;
    private final Map<String, JsonNode> webhooks;

    /** @param webhooks by id, as the API shows them */
    public PromptnessChecks(Ledger ledger, SimulatedInternet internet, Map<String, JsonNode> webhooks) {
        this.ledger = ledger;
        this.internet = internet;
        this.webhooks = webhooks;
    }

    /** Tells the ledger of every event of that time that was not attempted promptly. To be called {@link #PROMPTLY} after its end. */
    public void check(Instant from, Instant until) {
        List<WatchedEvent> events = ledger.events().stream()
                .filter(event -> !event.begun().isBefore(from) && event.begun().isBefore(until))
                .toList();
        ledger.webhooks().stream()
                .filter(this::isHealthy)
                .forEach(webhook -> events.stream().filter(webhook::owes).forEach(event -> check(webhook, event)));
    }

    private boolean isHealthy(WatchedWebhook webhook) {
        JsonNode shown = webhooks.get(webhook.id());
        return shown != null
                && shown.path("status").asText().equals("active")
                && !webhook.settings().pulled()
                && !internet.at(webhook.host()).character().isIncurable();
    }

    private void check(WatchedWebhook webhook, WatchedEvent event) {
        String id = event.id();
        Instant latest = event.begun().plus(PROMPTLY);
        boolean prompt = webhook.attempts(String.valueOf(id)).stream()
                .map(ReceivedRequest::at)
                .anyMatch(latest::isAfter);
        if (id != null && !prompt && !OrderChecks.mayWait(ledger, webhook, event, event.begun())) {
            ledger.breaks(
                    Promise.ATTEMPTED_PROMPTLY,
                    id,
                    webhook.id() + " had not been sent it " + PROMPTLY + " after " + event.begun());
        }
    }
}
