package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.memory.InMemoryIdempotentChanges;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Requests that change webhooks, sent to the function on simulated storage. */
abstract class WebhookActionsFixture {

    static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    static final String ALL = "{\"url\":\"https://example.com/hook\",\"types\":[\"*\"]}";

    final TestWiring aws = TestWiring.create();
    final InMemoryWebhooks store = new InMemoryWebhooks();
    final InMemoryIdempotentChanges keyed = new InMemoryIdempotentChanges(store);

    static List<ApiResponse> atOnce(int times, Callable<ApiResponse> call) {
        List<Future<ApiResponse>> running;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            running = Stream.generate(() -> threads.submit(call)).limit(times).toList();
        }
        return running.stream().map(Future::resultNow).toList();
    }

    Webhook webhook(String id) {
        return store.find(Callers.ACCOUNT, new WebhookId(id)).orElseThrow();
    }

    static String id(ApiResponse made) {
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json().get("id").asText();
    }

    ApiResponse post(Caller caller, String body) {
        return send(NOW, ApiRequest.of(caller, "POST", "/webhooks").json(body));
    }

    ApiResponse keyed(Instant now, String body, String key) {
        return send(
                now, ApiRequest.of(Callers.FULL, "POST", "/webhooks").json(body).header("idempotency-key", key));
    }

    ApiResponse patch(Caller caller, String id, String body) {
        return send(NOW, on(caller, "PATCH", id, "").json(body));
    }

    ApiResponse one(String method, String id) {
        return send(NOW, on(Callers.FULL, method, id, ""));
    }

    ApiResponse act(String id, String action, String body, String key) {
        return act(NOW, id, action, body, key);
    }

    ApiResponse act(Instant now, String id, String action, String body, String key) {
        ApiRequest request = on(Callers.FULL, "POST", id, "/" + action);
        request = key.isEmpty() ? request : request.header("Idempotency-Key", key);
        return send(now, body.isEmpty() ? request : request.json(body));
    }

    static ApiRequest on(Caller caller, String method, String id, String action) {
        return ApiRequest.of(caller, method, "/webhooks/{webhook_id}" + action).path("webhook_id", id);
    }

    ApiResponse send(Instant now, ApiRequest request) {
        WebhooksFixture world = new WebhooksFixture(aws, store, keyed);
        return world.send(now, request);
    }
}
