package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The operational events that the receivers of operational events have accepted. */
final class OperationalReports {

    private static final String DISABLED = "webhook.disabled";

    private final Ledger ledger;
    private final Map<String, String> accounts = new HashMap<>();
    private final List<ReceivedRequest> requests = new ArrayList<>();

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
        requests.add(request);
    }

    /** Whether each was about a webhook of its account. To be called when the owners of all webhooks know their ids. */
    void check() {
        requests.forEach(this::check);
    }

    private void check(ReceivedRequest request) {
        String webhook = AttemptChecks.parsed(request.body()).path("webhook_id").asText();
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
    }

    /** What was said of the disablings of a webhook, by their times. */
    NavigableMap<Instant, JsonNode> disablings(WatchedWebhook webhook) {
        NavigableMap<Instant, JsonNode> disablings = new TreeMap<>();
        requests.stream()
                .filter(request -> request.accepted() && request.body().contains(webhook.id()))
                .map(request -> AttemptChecks.parsed(request.body()))
                .filter(event -> event.path("type").asText().equals(DISABLED))
                .filter(event -> event.path("webhook_id").asText().equals(webhook.id()))
                .forEach(event ->
                        disablings.put(Instant.parse(event.path("since").asText()), event));
        return disablings;
    }
}
