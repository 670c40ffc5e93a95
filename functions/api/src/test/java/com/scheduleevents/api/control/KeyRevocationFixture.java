package com.scheduleevents.api.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.memory.InMemoryAccounts;
import com.scheduleevents.testkit.memory.InMemoryApiKeys;
import com.scheduleevents.testkit.memory.InMemoryIdempotentChanges;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** The function with in-memory ports, and keys that it has issued. */
abstract class KeyRevocationFixture {

    static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    final InMemoryAccounts accounts = Callers.accounts();
    final InMemoryApiKeys keys = new InMemoryApiKeys(accounts);
    final InMemoryWebhooks webhooks = new InMemoryWebhooks();

    Caller issued(Caller by, String clinics) {
        keys.unlisted(by);
        JsonNode made = send(creation(by, clinics), keys).json();
        return new Caller(
                Callers.ACCOUNT,
                new ApiKeyId(made.get("id").asText()),
                Set.of(Scope.KEYS_WRITE),
                made.get("clinic_ids").isNull());
    }

    static ApiRequest creation(Caller by, String clinics) {
        return ApiRequest.of(by, "POST", "/api_keys")
                .json("{\"scopes\":[\"keys:write\"],\"clinic_ids\":" + clinics + "}");
    }

    WebhookId registered(Caller by, String id, Clinics clinics) {
        WebhookSettings settings =
                new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty());
        webhooks.insert(Webhook.registered(
                Callers.ACCOUNT, new WebhookId(id), by.key(), settings, clinics, new SealedSecret(1, "key", "…"), NOW));
        return new WebhookId(id);
    }

    JsonNode delete(Caller caller, Caller key, String query) {
        ApiResponse response = revoke(caller, key, query);
        assertThat(response.status()).as(response.text()).isEqualTo(200);
        return response.json();
    }

    ApiResponse revoke(Caller caller, Caller key, String query) {
        return send(
                ApiRequest.of(caller, "DELETE", "/api_keys/{key_id}")
                        .path("key_id", key.key().value())
                        .query(query),
                keys);
    }

    ApiResponse send(ApiRequest request, ApiKeyStore with) {
        ApiKeyRequests requests = new ApiKeyRequests(
                accounts,
                with,
                webhooks,
                new InMemoryIdempotentChanges(webhooks),
                CLOCK,
                new Random(),
                Optional.empty());
        Endpoint api = new Endpoint(Callers.gate(CLOCK, new InMemoryMetrics()), requests.routes());
        return new ApiResponse(api.handle(request.build(), null));
    }

    boolean isValid(Caller key) {
        return keys.find(Callers.ACCOUNT, key.key()).orElseThrow().grant().isPresent();
    }

    static List<String> texts(JsonNode response, String field) {
        return response.get(field).valueStream().map(JsonNode::asText).toList();
    }
}
