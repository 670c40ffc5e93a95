package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.memory.InMemoryIdempotentChanges;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the requests that list, show, delete and enable webhooks. */
class WebhooksApiTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final String ALL = "{\"url\":\"https://example.com/hook\",\"types\":[\"*\"]}";

    private final TestWiring aws = TestWiring.create();
    private final InMemoryWebhooks store = new InMemoryWebhooks();

    @Test
    void hidesWebhooksThatReceiveEventsTheKeyDoesNotSee() {
        String everything = id(post(Callers.FULL, ALL));
        String oldtown = id(post(Callers.FULL, ALL.replace("}", ",\"clinic_id\":\"cln_oldtown\"}")));
        String harbour = id(post(Callers.FULL, ALL.replace("}", ",\"clinic_id\":\"cln_harbour\"}")));
        String own = id(post(Callers.HARBOUR, ALL));
        assertThat(list(Callers.HARBOUR, "").json().get("data").findValuesAsText("id"))
                .containsExactlyInAnyOrder(harbour, own);
        String unknown = one(Callers.HARBOUR, "GET", "whk_unknown").text();
        for (String hidden : List.of(everything, oldtown)) {
            assertThat(one(Callers.HARBOUR, "GET", hidden).text()).isEqualTo(unknown);
            one(Callers.HARBOUR, "DELETE", hidden).assertError(404, "not_found", "webhook_id");
            enable(Callers.HARBOUR, hidden, "").assertError(404, "not_found", "webhook_id");
        }
        for (String foreign : List.of(everything, own)) {
            assertThat(one(Callers.OTHER, "GET", foreign).text()).isEqualTo(unknown);
            one(Callers.OTHER, "DELETE", foreign).assertError(404, "not_found", "webhook_id");
            enable(Callers.OTHER, foreign, "").assertError(404, "not_found", "webhook_id");
        }
        assertThat(store.all()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evt_1", "whk_", "whk_a b", "whk_unknown"})
    void respondsNotFoundToAnUnknownWebhook(String id) {
        one(Callers.FULL, "GET", id).assertError(404, "not_found", "webhook_id");
        one(Callers.FULL, "DELETE", id).assertError(404, "not_found", "webhook_id");
        enable(Callers.FULL, id, "").assertError(404, "not_found", "webhook_id");
    }

    @Test
    void pagesWebhooksNewestFirst() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            made.addFirst(id(send(
                    NOW.plusSeconds(i),
                    ApiRequest.of(Callers.HARBOUR, "POST", "/webhooks").json(ALL))));
            // The key does not see the webhook between them.
            send(
                    NOW.plusSeconds(i).plusMillis(1),
                    ApiRequest.of(Callers.FULL, "POST", "/webhooks").json(ALL));
        }
        List<String> walked = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = list(Callers.HARBOUR, "limit=3" + cursor).json();
            walked.addAll(page.get("data").findValuesAsText("id"));
            cursor = page.get("has_more").booleanValue()
                    ? "&starting_after=" + page.get("next_cursor").asText()
                    : "";
        } while (!cursor.isEmpty());
        assertThat(walked).isEqualTo(made);
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, invalid_parameter, limit",
        "starting_after=evt_1, invalid_parameter, starting_after",
        "starting_after=whk_a b, invalid_parameter, starting_after",
        "status=active, unknown_parameter, status",
    })
    void namesTheInvalidParameter(String query, String code, String param) {
        list(Callers.FULL, query).assertError(400, code, param);
    }

    @Test
    void respondsNotFoundToADeletedWebhook() {
        String id = id(post(Callers.FULL, ALL));
        ApiResponse deleted = one(Callers.FULL, "DELETE", id);
        assertThat(deleted.status()).isEqualTo(204);
        assertThat(deleted.text()).isEmpty();
        one(Callers.FULL, "GET", id).assertError(404, "not_found", "webhook_id");
        one(Callers.FULL, "DELETE", id).assertError(404, "not_found", "webhook_id");
        assertThat(store.deleted()).singleElement().satisfies(last -> {
            assertThat(last.id().value()).isEqualTo(id);
            assertThat(last.origin().orElseThrow().key()).contains(Callers.FULL.key());
        });
    }

    @Test
    void refusesABodyThatAsksForMoreThanADeletion() {
        String id = id(post(Callers.FULL, ALL));
        send(
                        NOW,
                        ApiRequest.of(Callers.FULL, "DELETE", "/webhooks/{webhook_id}")
                                .path("webhook_id", id)
                                .json("{\"keep_deliveries\":true}"))
                .assertError(400, "unknown_field", "keep_deliveries");
        assertThat(one(Callers.FULL, "GET", id).status()).isEqualTo(200);
    }

    @Test
    void enablesADisabledWebhookInANewGeneration() {
        String id = id(post(Callers.FULL, ALL));
        store.disable(
                Callers.ACCOUNT,
                new WebhookId(id),
                Webhook.FIRST_GENERATION,
                new Disabling.RetriesExhausted(
                        NOW, EventId.mint(NOW, new SecureRandom()), NOW, 11, OutcomeClass.STATUS, OptionalInt.of(500)));
        JsonNode disabled = one(Callers.FULL, "GET", id).json();
        assertThat(disabled.get("status").asText()).isEqualTo("disabled");
        assertThat(disabled.get("disabled_at").asText()).isEqualTo("2026-11-20T14:02:11.337Z");
        assertThat(disabled.get("disabled_reason").asText()).isEqualTo("retries_exhausted");
        JsonNode enabled = enable(Callers.FULL, id, "{}").json();
        assertThat(enabled.get("status").asText()).isEqualTo("active");
        assertThat(enabled.get("disabled_at").isNull()).isTrue();
        assertThat(store.all().getFirst().generation()).isEqualTo(Webhook.FIRST_GENERATION + 1);
        assertThat(enable(Callers.FULL, id, "").status()).isEqualTo(200);
        assertThat(store.all().getFirst().generation()).isEqualTo(Webhook.FIRST_GENERATION + 1);
    }

    @Test
    void acceptsNoFieldsToEnableAWebhook() {
        String id = id(post(Callers.FULL, ALL));
        enable(Callers.FULL, id, "{\"force\":true}").assertError(400, "unknown_field", "force");
        enable(Callers.FULL, id, "[]").assertError(400, "invalid_body", "-");
        enable(Callers.FULL, id, "\t").assertError(400, "invalid_body", "-");
    }

    @Test
    void requiresTheScope() {
        post(Callers.POWERLESS, ALL).assertError(403, "missing_scope", "-");
        list(Callers.POWERLESS, "").assertError(403, "missing_scope", "-");
        one(Callers.POWERLESS, "GET", "whk_1").assertError(403, "missing_scope", "-");
        one(Callers.POWERLESS, "DELETE", "whk_1").assertError(403, "missing_scope", "-");
        enable(Callers.POWERLESS, "whk_1", "").assertError(403, "missing_scope", "-");
    }

    @Test
    void rejectsOtherMethods() {
        assertThat(one(Callers.FULL, "PUT", "whk_1").header("Allow")).isEqualTo("GET, HEAD, PATCH, DELETE, OPTIONS");
    }

    private static String id(ApiResponse made) {
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json().get("id").asText();
    }

    private ApiResponse post(Caller caller, String body) {
        return send(NOW, ApiRequest.of(caller, "POST", "/webhooks").json(body));
    }

    private ApiResponse list(Caller caller, String query) {
        return send(NOW, ApiRequest.of(caller, "GET", "/webhooks").query(query));
    }

    private ApiResponse one(Caller caller, String method, String id) {
        return send(NOW, ApiRequest.of(caller, method, "/webhooks/{webhook_id}").path("webhook_id", id));
    }

    private ApiResponse enable(Caller caller, String id, String body) {
        ApiRequest request =
                ApiRequest.of(caller, "POST", "/webhooks/{webhook_id}/enable").path("webhook_id", id);
        return send(NOW, body.isEmpty() ? request : request.json(body));
    }

    private ApiResponse send(Instant now, ApiRequest request) {
        WebhooksFixture world = new WebhooksFixture(aws, store, new InMemoryIdempotentChanges(store));
        return world.send(now, request);
    }
}
