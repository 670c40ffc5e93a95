package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.contract.ContractCheck;
import com.scheduleevents.contract.Exchange;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Uses the API with one API key. */
final class ApiClientAccount {

    private final HttpsClient http;
    private final Target target;
    private final String key;

    ApiClientAccount(HttpsClient http, Target target, String key) {
        this.http = http;
        this.target = target;
        this.key = key;
    }

    HttpsResponse get(String path) {
        return send("GET", path, authorized(), "");
    }

    HttpsResponse delete(String path) {
        return send("DELETE", path, authorized(), "");
    }

    HttpsResponse post(String path, String body) {
        return send("POST", path, json(), body);
    }

    /** Posts an event under an Idempotency-Key. */
    HttpsResponse post(String event, RequestKey key) {
        Map<String, String> headers = new java.util.HashMap<>(json());
        headers.put("Idempotency-Key", key.value());
        return send("POST", "/v1/events", headers, event);
    }

    /** Sends a request as given, without adding the account's key. The response must be within the contract. */
    HttpsResponse send(String method, String path, Map<String, String> headers, String body) {
        HttpsResponse response = http.send(method, target.at(path), headers, body);
        ContractCheck.INSTANCE.check(new Exchange(
                method,
                URI.create(path),
                headers,
                body,
                response.status(),
                response.headers().map(),
                response.text()));
        return response;
    }

    /** The idempotency key of a request to record. */
    record RequestKey(String value) {}

    /** Records an event. @return its id */
    String record(String event) {
        HttpsResponse response = post("/v1/events", event);
        assertThat(response.status()).as(response.text()).isEqualTo(201);
        return response.json().path("id").asText();
    }

    /** Records the same event several times in one request. @return the ids */
    List<String> record(String event, int times) {
        ObjectNode batch = JsonNodeFactory.instance.objectNode();
        IntStream.range(0, times)
                .forEach(_ -> batch.withArray("data").addObject().set("event", HttpsClient.parsed(event)));
        HttpsResponse response = post("/v1/events/batch", batch.toString());
        assertThat(response.status()).as(response.text()).isEqualTo(200);
        List<String> ids = response.json().path("data").findValues("event").stream()
                .map(recorded -> recorded.path("id").asText())
                .toList();
        assertThat(ids).as(response.text()).hasSize(times);
        return ids;
    }

    /** Registers a webhook. @return the response, with its secret */
    JsonNode register(URI url, List<String> types, String... clinic) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("url", url.toString());
        types.forEach(request.putArray("types")::add);
        for (String one : clinic) {
            request.put("clinic_id", one);
        }
        HttpsResponse response = post("/v1/webhooks", request.toString());
        assertThat(response.status()).as(response.text()).isEqualTo(201);
        return response.json();
    }

    /**
     * The log of one delivery, which has an attempt even if a busy receiver was too late to see it.
     *
     * @return its attempts; empty before the first is logged
     */
    List<JsonNode> attempts(String webhook, String event) {
        HttpsResponse response = read("/v1/webhooks/" + webhook + "/deliveries/" + event);
        assertThat(response.status()).as(response.text()).isIn(200, 404);
        return response.json().path("attempts").valueStream().toList();
    }

    JsonNode webhook(String id) {
        HttpsResponse response = read("/v1/webhooks/" + id);
        assertThat(response.status()).as(response.text()).isEqualTo(200);
        return response.json();
    }

    /**
     * Walks a list to its end.
     *
     * @param path such as {@code /v1/events?limit=100}, with at least one parameter
     */
    List<JsonNode> walk(String path) {
        List<JsonNode> all = new ArrayList<>();
        String cursor = "";
        boolean more = true;
        while (more) {
            HttpsResponse response = read(path + cursor);
            assertThat(response.status()).as(response.text()).isEqualTo(200);
            response.json().path("data").forEach(all::add);
            more = response.json().path("has_more").asBoolean();
            cursor = "&starting_after=" + response.json().path("next_cursor").asText();
        }
        return all;
    }

    /** Reads again while the service fails: on a slow machine its calls may exceed their timeouts, and clients are told to try again. */
    private HttpsResponse read(String path) {
        return Await.await("GET " + path).until(() -> get(path), response -> response.status() < 500);
    }

    private Map<String, String> authorized() {
        return Map.of("Authorization", "Bearer " + key);
    }

    Map<String, String> json() {
        return Map.of("Authorization", "Bearer " + key, "Content-Type", "application/json");
    }
}
