package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.memory.InMemoryIdempotentChanges;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookActionsTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final String ALL = "{\"url\":\"https://example.com/hook\",\"types\":[\"*\"]}";

    private final InMemoryWebhooks store = new InMemoryWebhooks();
    private final InMemoryIdempotentChanges keyed = new InMemoryIdempotentChanges(store);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                        | url         | \"https://example.com/hook\" | 1",
                "{\"url\":\"https://example.org/\"}        | url         | \"https://example.org/\"     | 2",
                "{\"types\":[\"offer.created\"]}           | types       | [\"offer.created\"]          | 2",
                "{\"clinic_id\":null}                      | clinic_id   | null                         | 2",
                "{\"clinic_id\":\"cln_oldtown\"}           | clinic_id   | \"cln_oldtown\"              | 2",
                "{\"description\":null}                    | description | null                         | 2",
                "{\"max_per_second\":5}                    | max_per_second | 5                         | 2",
                "{\"description\":\"Desk\"}                | description | \"Desk\"                     | 1",
            })
    void changesTheFieldsOfTheBodyOnly(String body, String field, String value, long version) {
        ApiResponse made =
                post(Callers.FULL, ALL.replace("}", ",\"clinic_id\":\"cln_harbour\",\"description\":\"Desk\"}"));
        ApiResponse changed = patch(Callers.FULL, id(made), body);

        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().get(field).toString()).isEqualTo(value);
        assertThat(changed.header("ETag")).isEqualTo("\"" + version + "\"");
        assertThat(one("GET", id(made)).text()).isEqualTo(changed.text());
        changed.json().properties().stream()
                .filter(shown -> !shown.getKey().equals(field))
                .forEach(shown ->
                        assertThat(shown.getValue()).isEqualTo(made.json().get(shown.getKey())));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"url\":null}                      | 400 | invalid_field      | url",
                "{\"url\":\"http://example.com/\"}   | 400 | invalid_field      | url",
                "{\"types\":null}                    | 400 | invalid_field      | types",
                "{\"types\":[]}                      | 400 | invalid_field      | types",
                "{\"clinic_id\":7}                   | 400 | invalid_field      | clinic_id",
                "{\"clinic_id\":\"cln_elsewhere\"}   | 403 | clinic_not_allowed | clinic_id",
                "{\"status\":\"disabled\"}           | 400 | unknown_field      | status",
                "{\"secret\":\"whsec_x\"}            | 400 | unknown_field      | secret",
                "[]                                  | 400 | invalid_body       | -",
            })
    void rejectsAnInvalidChangeAndChangesNothing(String body, int status, String code, String param) {
        String id = id(post(Callers.FULL, ALL));
        patch(Callers.FULL, id, body).assertError(status, code, param);
        assertThat(webhook(id).version()).isEqualTo(1);
    }

    @Test
    void rejectsAChangeToClinicsThatTheKeyDoesNotSee() {
        String own = id(post(Callers.HARBOUR, ALL));
        String full = id(post(Callers.FULL, ALL.replace("}", ",\"clinic_id\":\"cln_harbour\"}")));

        patch(Callers.HARBOUR, own, "{\"clinic_id\":\"cln_oldtown\"}")
                .assertError(403, "clinic_not_allowed", "clinic_id");
        patch(Callers.HARBOUR, full, "{\"clinic_id\":null}").assertError(403, "clinic_not_allowed", "clinic_id");
        patch(Callers.FULL, own, "{\"clinic_id\":\"cln_oldtown\"}").assertError(403, "clinic_not_allowed", "clinic_id");
        assertThat(patch(Callers.HARBOUR, full, "{\"description\":\"x\"}").status())
                .isEqualTo(200);
        assertThat(patch(Callers.FULL, full, "{\"clinic_id\":null}").status()).isEqualTo(200);
        patch(Callers.OTHER, full, "{}").assertError(404, "not_found", "webhook_id");
    }

    /** The authorizer's result is as it was before. */
    @ParameterizedTest
    @ValueSource(strings = {"PATCH", "DELETE", "enable", "disable", "rotate_secret", "rotate_secret k"})
    void keyThatWasRevokedOrRestrictedMeanwhileChangesNothing(String change) {
        String id = id(post(Callers.FULL, ALL));
        Webhook before = webhook(id);
        WebhooksFixture world = new WebhooksFixture(store, keyed);
        ApiRequest request =
                switch (change) {
                    case "PATCH" -> on(Callers.FULL, "PATCH", id, "").json("{\"description\":\"x\"}");
                    case "DELETE" -> on(Callers.FULL, "DELETE", id, "");
                    case "rotate_secret k" ->
                        on(Callers.FULL, "POST", id, "/rotate_secret").header("Idempotency-Key", "k");
                    default -> on(Callers.FULL, "POST", id, "/" + change);
                };

        world.accounts.with(new Caller(Callers.ACCOUNT, Callers.FULL.key(), Set.of(Scope.WEBHOOKS_READ), true));
        world.send(NOW, request).assertError(403, "missing_scope", "-");
        world.accounts.without(Callers.FULL.key());
        world.send(NOW, request).assertError(401, "invalid_api_key", "-");

        assertThat(webhook(id)).isEqualTo(before);
    }

    @Test
    void keyThatHasLostAClinicMeanwhileDoesNotChangeTheClinics() {
        String id = id(post(Callers.FULL, ALL));
        WebhooksFixture world = new WebhooksFixture(store, keyed);
        world.accounts
                .with(new Caller(Callers.ACCOUNT, Callers.FULL.key(), Callers.FULL.scopes(), false))
                .with(Callers.FULL.key(), Set.of(new ClinicId("cln_harbour")));

        world.send(NOW, on(Callers.FULL, "PATCH", id, "").json("{\"clinic_id\":\"cln_oldtown\"}"))
                .assertError(404, "not_found", "webhook_id");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"1\"        | 200 | -",
                "*            | 200 | -",
                "\"7\", \"1\" | 200 | -",
                "\"7\"        | 412 | precondition_failed",
                "W/\"1\"      | 412 | precondition_failed",
                "1            | 400 | invalid_header",
                "\"1          | 400 | invalid_header",
                "\"1\",       | 400 | invalid_header",
                "\"7\" \"1\"  | 400 | invalid_header",
                "*, \"1\"     | 400 | invalid_header",
            })
    void rejectsAChangeOfAnotherVersion(String ifMatch, int status, String code) {
        String id = id(post(Callers.FULL, ALL));
        ApiResponse response = patchIfMatch(id, ifMatch);
        if (status == 200) {
            assertThat(response.header("ETag")).isEqualTo("\"2\"");
        } else {
            response.assertError(status, code, "If-Match");
            assertThat(webhook(id).version()).isEqualTo(1);
        }
    }

    @Test
    void readsAnyNumberOfEntityTags() {
        String id = id(post(Callers.FULL, ALL));
        String others = "\"\",".repeat(100_000);

        patchIfMatch(id, others).assertError(400, "invalid_header", "If-Match");
        patchIfMatch(id, others + "\"7\"").assertError(412, "precondition_failed", "If-Match");
        assertThat(patchIfMatch(id, others + "\"1\"").status()).isEqualTo(200);
    }

    @Test
    void losesNoneOfManyConcurrentChanges() {
        String id = id(post(Callers.FULL, ALL));
        List<ApiResponse> responses = atOnce(
                8,
                () -> patch(
                        Callers.FULL, id, "{\"url\":\"https://example.org/" + new SecureRandom().nextLong() + "\"}"));

        assertThat(responses)
                .allSatisfy(response -> assertThat(response.status()).isEqualTo(200));
        assertThat(webhook(id).version()).isEqualTo(9);
    }

    @Test
    void showsWhenAWebhookWasDisabledFirst() {
        String id = id(post(Callers.FULL, ALL));
        JsonNode disabled = act(id, "disable", "", "").json();

        assertThat(disabled.get("status").asText()).isEqualTo("disabled");
        assertThat(disabled.get("disabled_reason").asText()).isEqualTo("requested");
        assertThat(disabled.get("disabled_at").asText()).isEqualTo("2026-11-20T14:02:11.337Z");
        assertThat(send(NOW.plusSeconds(9), on(Callers.FULL, "POST", id, "/disable"))
                        .json())
                .isEqualTo(disabled);
        JsonNode enabled = act(id, "enable", "", "").json();
        assertThat(enabled.get("status").asText()).isEqualTo("active");
        assertThat(enabled.get("disabled_reason").isNull()).isTrue();
        assertThat(webhook(id).generation()).isEqualTo(2);
    }

    @Test
    void showsTheNewSecretAndKeepsTheLastOneForTheOverlap() {
        ApiResponse made = post(Callers.FULL, ALL);
        String id = id(made);
        JsonNode rotated = act(id, "rotate_secret", "{\"expires_in\":60}", "").json();

        assertThat(rotated.get("secret").asText())
                .matches("whsec_[A-Za-z0-9+/]{44}")
                .isNotEqualTo(made.json().get("secret").asText());
        assertThat(live(id, NOW.plusSeconds(59))).containsExactly(secret(rotated), secret(made.json()));
        assertThat(live(id, NOW.plusSeconds(60))).containsExactly(secret(rotated));
        JsonNode again = act(id, "rotate_secret", "", "").json();
        assertThat(live(id, NOW.plus(Duration.ofHours(23)))).containsExactly(secret(again), secret(rotated));
        JsonNode last = act(id, "rotate_secret", "{\"expires_in\":0}", "").json();
        assertThat(live(id, NOW)).containsExactly(secret(last));
        assertThat(one("GET", id).json().has("secret")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "604801", "1.5", "\"60\"", "null", "true", "99999999999999999999", "[]"})
    void rejectsAnInvalidOverlap(String value) {
        String id = id(post(Callers.FULL, ALL));
        act(id, "rotate_secret", "{\"expires_in\":" + value + "}", "").assertError(400, "invalid_field", "expires_in");
        assertThat(webhook(id).secrets()).hasSize(1);
    }

    @Test
    void repeatOfARegistrationShowsTheSecretForTenMinutesOnly() {
        ApiResponse first = keyed(NOW, ALL, "k");
        String same = ALL.replace(",", " , ");

        ApiResponse soon = keyed(NOW.plus(Duration.ofMinutes(10)).minusMillis(1), same, "k");
        assertThat(soon.text()).isEqualTo(first.text());
        assertThat(soon.status()).isEqualTo(201);
        for (Duration later :
                List.of(Duration.ofMinutes(10), Duration.ofHours(24).minusMillis(1))) {
            ApiResponse late = keyed(NOW.plus(later), same, "k");
            assertThat(late.status()).isEqualTo(200);
            assertThat(late.text()).isEqualTo(one("GET", id(first)).text());
        }
        assertThat(store.all()).hasSize(1);
        assertThat(id(keyed(NOW.plus(Duration.ofHours(24)), ALL, "k"))).isNotEqualTo(id(first));
    }

    @Test
    void repeatOfARegistrationShowsTheWebhookAsItIsNow() {
        String id = id(keyed(NOW, ALL, "k"));
        act(id, "disable", "", "");
        JsonNode disabled = keyed(NOW, ALL, "k").json();
        assertThat(disabled.get("status").asText()).isEqualTo("disabled");
        assertThat(disabled.has("secret")).isTrue();

        act(id, "rotate_secret", "", "");
        assertThat(keyed(NOW, ALL, "k").json().has("secret")).isFalse();
        one("DELETE", id);
        keyed(NOW, ALL, "k").assertError(404, "not_found", "Idempotency-Key");
        assertThat(store.all()).isEmpty();
    }

    @Test
    void repeatOfARotationShowsTheSecretForTenMinutesAndWhileItIsCurrent() {
        String id = id(post(Callers.FULL, ALL));
        ApiResponse first = act(id, "rotate_secret", "", "k");

        assertThat(act(NOW.plusSeconds(599), id, "rotate_secret", "", "k").text())
                .isEqualTo(first.text());
        ApiResponse late = act(NOW.plusSeconds(600), id, "rotate_secret", "", "k");
        assertThat(late.text()).isEqualTo(one("GET", id).text());
        act(id, "rotate_secret", "", "");
        assertThat(act(id, "rotate_secret", "", "k").json().has("secret")).isFalse();
        assertThat(webhook(id).secrets().getFirst().version()).isEqualTo(3);
    }

    @Test
    void rejectsAnIdempotencyKeyOfAnotherRequest() {
        ApiResponse first = keyed(NOW, ALL, "k");
        keyed(NOW, ALL.replace("hook", "other"), "k").assertError(409, "idempotency_key_reused", "Idempotency-Key");
        act(id(first), "rotate_secret", "", "k").assertError(409, "idempotency_key_reused", "Idempotency-Key");
        send(NOW, ApiRequest.of(Callers.HARBOUR, "POST", "/webhooks").json(ALL).header("Idempotency-Key", "k"))
                .assertError(409, "idempotency_key_reused", "Idempotency-Key");
        send(NOW, ApiRequest.of(Callers.FULL, "POST", "/webhooks").json(ALL).header("Idempotency-Key", "ü"))
                .assertError(400, "invalid_header", "Idempotency-Key");
        assertThat(store.all()).hasSize(1);
    }

    @Test
    void twentyConcurrentRepeatsMakeOneChange() {
        List<ApiResponse> made = atOnce(20, () -> keyed(NOW, ALL, "k"));
        assertThat(made)
                .extracting(ApiResponse::text)
                .containsOnly(made.getFirst().text());
        assertThat(store.all()).hasSize(1);
        String id = id(made.getFirst());
        List<ApiResponse> rotated = atOnce(20, () -> act(id, "rotate_secret", "", "r"));
        assertThat(rotated)
                .extracting(ApiResponse::text)
                .containsOnly(rotated.getFirst().text());
        assertThat(webhook(id).secrets()).extracting(SealedSecret::version).containsExactly(2, 1);
    }

    private static List<ApiResponse> atOnce(int times, Callable<ApiResponse> call) {
        List<Future<ApiResponse>> running;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            running = Stream.generate(() -> threads.submit(call)).limit(times).toList();
        }
        return running.stream().map(Future::resultNow).toList();
    }

    private List<String> live(String id, Instant at) {
        return webhook(id).liveSecrets(at).stream()
                .map(SealedSecret::ciphertext)
                .toList();
    }

    private Webhook webhook(String id) {
        return store.find(Callers.ACCOUNT, new WebhookId(id)).orElseThrow();
    }

    private static String secret(JsonNode shown) {
        return shown.get("secret").asText();
    }

    private static String id(ApiResponse made) {
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json().get("id").asText();
    }

    private ApiResponse post(Caller caller, String body) {
        return send(NOW, ApiRequest.of(caller, "POST", "/webhooks").json(body));
    }

    private ApiResponse keyed(Instant now, String body, String key) {
        return send(
                now, ApiRequest.of(Callers.FULL, "POST", "/webhooks").json(body).header("idempotency-key", key));
    }

    private ApiResponse patch(Caller caller, String id, String body) {
        return send(NOW, on(caller, "PATCH", id, "").json(body));
    }

    private ApiResponse patchIfMatch(String id, String ifMatch) {
        return send(
                NOW,
                on(Callers.FULL, "PATCH", id, "")
                        .json("{\"description\":\"x\"}")
                        .header("if-match", ifMatch));
    }

    private ApiResponse one(String method, String id) {
        return send(NOW, on(Callers.FULL, method, id, ""));
    }

    private ApiResponse act(String id, String action, String body, String key) {
        return act(NOW, id, action, body, key);
    }

    private ApiResponse act(Instant now, String id, String action, String body, String key) {
        ApiRequest request = on(Callers.FULL, "POST", id, "/" + action);
        request = key.isEmpty() ? request : request.header("Idempotency-Key", key);
        return send(now, body.isEmpty() ? request : request.json(body));
    }

    private static ApiRequest on(Caller caller, String method, String id, String action) {
        return ApiRequest.of(caller, method, "/webhooks/{webhook_id}" + action).path("webhook_id", id);
    }

    private ApiResponse send(Instant now, ApiRequest request) {
        WebhooksFixture world = new WebhooksFixture(store, keyed);
        return world.send(now, request);
    }
}
