package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.promises.Fact;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.Promise;
import com.scheduleevents.simulation.promises.WatchedWebhook;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Pulls deliveries of a webhook and acknowledges them; sometimes late, and sometimes not at all. */
final class PullConsumer {

    private static final Duration LONGEST_VISIBILITY = Duration.ofMinutes(2);

    /** One pull in so many is a scheduled job's, so that the consumers of a webhook now and then pull at the same moment. */
    private static final int ONE_IS_SCHEDULED = 4;

    private final SimulatedWorld world;
    private final Ledger ledger;
    private final SimulatedApiClient client;
    private final WatchedWebhook webhook;
    private final String name;
    private final RandomGenerator random;

    /** @param letter tells it from the other consumers of the webhook */
    PullConsumer(SimulatedWorld world, Ledger ledger, SimulatedTenant tenant, WatchedWebhook webhook, String letter) {
        this.world = world;
        this.ledger = ledger;
        this.client = tenant.client();
        this.webhook = webhook;
        this.name = "consumer " + letter + " of " + webhook.id();
        this.random = world.streams().stream(name);
    }

    String name() {
        return name;
    }

    /** Pulls now and then, until that time. */
    void workUntil(Instant end, Duration meanTime) {
        while (true) {
            world.scheduler().sleep(Duration.ofNanos((long) (random.nextExponential() * meanTime.toNanos())));
            if (random.nextInt(ONE_IS_SCHEDULED) == 0) {
                sleepUntilTheFullHour();
            }
            if (!world.scheduler().now().isBefore(end) || webhook.isDeleted()) {
                return;
            }
            long visibility = random.nextLong(10, LONGEST_VISIBILITY.toSeconds() + 1);
            String query = "?limit=" + random.nextInt(1, 101) + "&wait=" + random.nextInt(21);
            List<String> receipts = pull(query, Duration.ofSeconds(visibility));
            // Now and then longer than the visibility.
            world.scheduler().sleep(Duration.ofSeconds(random.nextLong(visibility + 20)));
            if (!receipts.isEmpty() && random.nextInt(8) > 0) {
                acknowledge(receipts);
            }
        }
    }

    private void sleepUntilTheFullHour() {
        Instant now = world.scheduler().now();
        world.scheduler()
                .sleep(Duration.between(now, now.truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(1))));
    }

    /** Pulls and acknowledges until nothing is left. */
    void pullToTheEnd() {
        // What another consumer has pulled and forgotten becomes visible again.
        world.scheduler().sleep(LONGEST_VISIBILITY.plusSeconds(5));
        List<String> receipts;
        do {
            receipts = pull("?limit=100", LONGEST_VISIBILITY);
            if (!receipts.isEmpty()) {
                acknowledge(receipts);
            }
        } while (!receipts.isEmpty());
    }

    private List<String> pull(String query, Duration visibility) {
        Instant asked = world.scheduler().now();
        SimulatedApiResponse response =
                client.get("/webhooks/" + webhook.id() + "/queue" + query + "&visibility=" + visibility.toSeconds());
        List<String> receipts = new ArrayList<>();
        if (!response.succeeded()) {
            return receipts;
        }
        String before = "";
        for (JsonNode delivery : response.json().path("data")) {
            receipts.add(delivery.path("receipt").asText());
            ReceivedRequest request = request(delivery);
            ledger.pulled(webhook, request, asked, visibility);
            if (request.event().compareTo(before) <= 0) {
                ledger.breaks(
                        Promise.PULLED_UNTIL_ACKNOWLEDGED,
                        request.event(),
                        "it came after " + before + ", which is newer");
            }
            before = request.event();
        }
        return receipts;
    }

    private ReceivedRequest request(JsonNode delivery) {
        Map<String, String> headers = new TreeMap<>();
        delivery.path("headers")
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asText()));
        return new ReceivedRequest(
                world.scheduler().now(),
                webhook.id(),
                headers,
                delivery.path("body").asText(),
                "",
                Optional.empty(),
                false,
                true,
                false,
                true);
    }

    private void acknowledge(List<String> receipts) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        receipts.forEach(body.withArray("receipts")::add);
        SimulatedApiResponse response =
                client.untilFinal(() -> client.post("/webhooks/" + webhook.id() + "/queue/ack", body.toString()));
        if (response.succeeded()) {
            receipts.forEach(receipt -> webhook.add(new Fact.Acknowledged(
                    world.scheduler().now(), "evt_" + receipt.replaceFirst("rcp_[0-9]+_[0-9]+_", ""))));
        }
    }
}
