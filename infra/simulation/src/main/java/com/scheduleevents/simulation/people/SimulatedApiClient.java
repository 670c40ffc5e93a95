package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerResponse;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.SimulatedGateway;
import com.scheduleevents.simulation.promises.RequestHistories;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Calls the API over a network that loses requests and responses. */
final class SimulatedApiClient {

    private static final Duration WAY = Duration.ofMillis(20);
    private static final Duration FIRST_WAIT = Duration.ofSeconds(3);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    /** Longer than services are out, one after the other. */
    private static final Duration PATIENCE = Duration.ofDays(1);

    private final SimulatedWorld world;
    private final SimulatedGateway gateway;
    private final BiConsumer<String, RequestHistories.Keyed> histories;
    private final String key;

    /**
     * @param histories is told of each response to a request with an idempotency key, with that key
     * @param key the secret of an API key
     */
    SimulatedApiClient(
            SimulatedWorld world,
            SimulatedGateway gateway,
            BiConsumer<String, RequestHistories.Keyed> histories,
            String key) {
        this.world = world;
        this.gateway = gateway;
        this.histories = histories;
        this.key = key;
    }

    SimulatedApiResponse get(String path) {
        return call("GET", path, "", Optional.empty());
    }

    SimulatedApiResponse post(String path, String body) {
        return call("POST", path, body, Optional.empty());
    }

    SimulatedApiResponse call(String method, String path, String body, Optional<String> idempotencyKey) {
        Instant asked = world.scheduler().now();
        SimulatedApiResponse response = send(
                method,
                path,
                body,
                idempotencyKey.map(own -> new Header("Idempotency-Key", own)).stream()
                        .toList());
        idempotencyKey
                .filter(_ -> !response.equals(SimulatedApiResponse.LOST))
                .ifPresent(own -> histories.accept(
                        own,
                        new RequestHistories.Keyed(
                                method + " " + path + " " + body,
                                asked,
                                world.scheduler().now(),
                                response.status(),
                                response.errorCode(),
                                response.outcome(path.equals("/events")),
                                response.json().path("secret").asText(""))));
        return response;
    }

    /** Changes something if it has that ETag. */
    SimulatedApiResponse changeIfMatch(String path, String body, String tag) {
        return send("PATCH", path, body, List.of(new Header("If-Match", tag)));
    }

    private SimulatedApiResponse send(String method, String path, String body, List<Header> more) {
        CallSite site = new CallSite("people", "api", method);
        List<Header> headers = new ArrayList<>(List.of(new Header("Authorization", "Bearer " + key)));
        if (!body.isEmpty()) {
            headers.add(new Header("Content-Type", "application/json"));
        }
        headers.addAll(more);
        world.scheduler().sleep(WAY);
        if (world.faults().strikes(FaultKind.REFUSED, site)) {
            return SimulatedApiResponse.LOST;
        }
        ServerResponse response = gateway.serve(method, "/v1" + path, headers, body);
        world.scheduler().sleep(WAY);
        boolean lost = world.faults().strikes(FaultKind.RESPONSE_LOST, site);
        world.trace().line(() -> method + " " + path + " " + response.status() + (lost ? ", which is lost" : ""));
        return lost
                ? SimulatedApiResponse.LOST
                : new SimulatedApiResponse(
                        response.status(), response.headers(), new String(response.body(), StandardCharsets.UTF_8));
    }

    /**
     * Sends a batch of changes until sending it again would change the result of none.
     *
     * @throws GaveUp after a day
     */
    SimulatedApiResponse untilEveryItemIsFinal(String batch) {
        return until(SimulatedApiResponse::everyItemIsFinal, () -> post("/events/batch", batch));
    }

    /**
     * All items of a list, page by page; empty when it was refused.
     *
     * @param from the path of the first page, with a query
     */
    Optional<List<JsonNode>> all(String from) {
        List<JsonNode> items = new ArrayList<>();
        String after = "";
        boolean more = true;
        while (more) {
            String path = from + after;
            SimulatedApiResponse response = untilFinal(() -> get(path));
            if (!response.succeeded()) {
                return Optional.empty();
            }
            JsonNode page = response.json();
            page.path("data").forEach(items::add);
            more = page.path("has_more").asBoolean();
            after = "&starting_after=" + page.path("next_cursor").asText();
        }
        return Optional.of(items);
    }

    /**
     * Asks until there is a response that asking again would not change.
     *
     * @throws GaveUp when there is none for a day
     */
    SimulatedApiResponse untilFinal(Supplier<SimulatedApiResponse> request) {
        return until(SimulatedApiResponse::isFinal, request);
    }

    private SimulatedApiResponse until(Predicate<SimulatedApiResponse> done, Supplier<SimulatedApiResponse> request) {
        Instant latest = world.scheduler().now().plus(PATIENCE);
        Duration wait = FIRST_WAIT;
        while (true) {
            SimulatedApiResponse response = request.get();
            if (done.test(response)) {
                return response;
            }
            if (world.scheduler().now().isAfter(latest)) {
                throw new GaveUp(
                        " " + response.status(), "a request was repeated for a day; last response: " + response);
            }
            world.scheduler().sleep(wait);
            wait = wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
        }
    }
}
