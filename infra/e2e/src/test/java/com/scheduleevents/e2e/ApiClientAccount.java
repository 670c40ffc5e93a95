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

/** What the holder of an API key does through the API. */
final class ApiClientAccount {

    private final HttpsClient http;
    private final Target target;
    private final String key;

    ApiClientAccount(HttpsClient http, Target target, String key) {
        this.http = http;
        this.target = target;
        this.key = key;
    }

    HttpsClient.Answer get(String path) {
        return send("GET", path, authorized(), "");
    }

    HttpsClient.Answer delete(String path) {
        return send("DELETE", path, authorized(), "");
    }

    HttpsClient.Answer post(String path, String body) {
        return send("POST", path, json(), body);
    }

    /** Posts an event under an Idempotency-Key. */
    HttpsClient.Answer post(String event, IdempotencyKey key) {
        Map<String, String> headers = new java.util.HashMap<>(json());
        headers.put("Idempotency-Key", key.value());
        return send("POST", "/v1/events", headers, event);
    }

    /** A request as it stands, without the account's key. Whatever is answered, it has to be as the contract says. */
    HttpsClient.Answer send(String method, String path, Map<String, String> headers, String body) {
        HttpsClient.Answer answer = http.send(method, target.at(path), headers, body);
        ContractCheck.INSTANCE.check(new Exchange(
                method,
                URI.create(path),
                headers,
                body,
                answer.status(),
                answer.headers().map(),
                answer.text()));
        return answer;
    }

    /** Names one request to record. */
    record IdempotencyKey(String value) {}

    /** Records an event. @return its id */
    String record(String event) {
        HttpsClient.Answer answer = post("/v1/events", event);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return answer.json().path("id").asText();
    }

    /** Records as many of the same event, in one request. @return their ids */
    List<String> record(String event, int times) {
        ObjectNode batch = JsonNodeFactory.instance.objectNode();
        IntStream.range(0, times)
                .forEach(_ -> batch.withArray("data").addObject().set("event", HttpsClient.parsed(event)));
        HttpsClient.Answer answer = post("/v1/events/batch", batch.toString());
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        List<String> ids = answer.json().path("data").findValues("event").stream()
                .map(recorded -> recorded.path("id").asText())
                .toList();
        assertThat(ids).as(answer.text()).hasSize(times);
        return ids;
    }

    /** Registers a webhook. @return the answer, with its secret */
    JsonNode register(URI url, List<String> types, String... clinic) {
        ObjectNode wish = JsonNodeFactory.instance.objectNode().put("url", url.toString());
        types.forEach(wish.putArray("types")::add);
        for (String one : clinic) {
            wish.put("clinic_id", one);
        }
        HttpsClient.Answer answer = post("/v1/webhooks", wish.toString());
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return answer.json();
    }

    /**
     * The log of one delivery, which tells of an attempt even if a busy receiver was too late to see it.
     *
     * @return its attempts; none before the first is logged, when there is no such delivery yet
     */
    List<JsonNode> attempts(String webhook, String event) {
        HttpsClient.Answer answer = get("/v1/webhooks/" + webhook + "/deliveries/" + event);
        assertThat(answer.status()).as(answer.text()).isIn(200, 404);
        return answer.json().path("attempts").valueStream().toList();
    }

    JsonNode webhook(String id) {
        HttpsClient.Answer answer = get("/v1/webhooks/" + id);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json();
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
            HttpsClient.Answer answer = get(path + cursor);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            answer.json().path("data").forEach(all::add);
            more = answer.json().path("has_more").asBoolean();
            cursor = "&starting_after=" + answer.json().path("next_cursor").asText();
        }
        return all;
    }

    private Map<String, String> authorized() {
        return Map.of("Authorization", "Bearer " + key);
    }

    Map<String, String> json() {
        return Map.of("Authorization", "Bearer " + key, "Content-Type", "application/json");
    }
}
