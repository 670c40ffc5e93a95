package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The operational events that the receivers of operational events have accepted. */
final class OperationalReports {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DISABLED = "webhook.disabled";

    private final Ledger ledger;
    private final Map<String, String> accounts = new HashMap<>();

    /** The ids of the webhooks that were reported as disabled. */
    private final Set<String> disabled = new HashSet<>();

    OperationalReports(Ledger ledger) {
        this.ledger = ledger;
    }

    void expectAt(String url, String account) {
        accounts.put(url, account);
    }

    boolean isExpectedAt(String url) {
        return accounts.containsKey(url);
    }

    void attempted(ReceivedRequest request) {
        JsonNode event = parsed(request.body());
        String webhook = event.path("webhook_id").asText();
        Optional<WatchedWebhook> known = ledger.webhooks().stream()
                .filter(watched -> watched.id().equals(webhook))
                .findFirst();
        if (known.filter(watched -> watched.account().equals(accounts.get(request.url())))
                .isEmpty()) {
            ledger.breaks(
                    Promise.OPERATIONAL_EVENT_FOLLOWS,
                    request.event(),
                    "it was sent to " + request.url() + " and is about " + webhook);
        }
        if (request.accepted() && event.path("type").asText().equals(DISABLED)) {
            disabled.add(webhook);
        }
    }

    boolean saidThatItWasDisabled(WatchedWebhook webhook) {
        return disabled.contains(webhook.id());
    }

    private static JsonNode parsed(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a delivery that is no JSON: " + body, e);
        }
    }
}
