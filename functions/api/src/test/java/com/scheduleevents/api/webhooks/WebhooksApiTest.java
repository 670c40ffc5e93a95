package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.Answer;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.memory.InMemoryKeyedChanges;
import com.scheduleevents.domain.memory.InMemoryWebhooks;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhooksApiTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final String ALL = "{\"url\":\"https://example.com/hook\",\"types\":[\"*\"]}";

    private final InMemoryWebhooks store = new InMemoryWebhooks();

    @Test
    void aRegistrationShowsItsSecretThisOnce() {
        Answer made = post(Callers.FULL, """
                {"url":"https://example.com/hook?a=1","types":["offer.created","appointment.cancelled"],
                 "clinic_id":"cln_harbour","description":"Front desk ☎"}""");
        assertThat(made.status()).isEqualTo(201);
        JsonNode shown = made.json();
        assertThat(shown.properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder(
                        "id",
                        "url",
                        "types",
                        "clinic_id",
                        "description",
                        "status",
                        "created_at",
                        "disabled_at",
                        "disabled_reason",
                        "health",
                        "secret");
        assertThat(shown.get("secret").asText()).matches("whsec_[A-Za-z0-9+/]{44}");
        assertThat(shown.get("url").asText()).isEqualTo("https://example.com/hook?a=1");
        assertThat(shown.get("status").asText()).isEqualTo("active");
        assertThat(shown.get("created_at").asText()).isEqualTo("2026-11-20T14:02:11.337Z");
        String id = shown.get("id").asText();
        JsonNode later = one(Callers.FULL, "GET", id).json();
        assertThat(later.has("secret")).isFalse();
        assertThat(later.properties())
                .allSatisfy(field -> assertThat(shown.get(field.getKey())).isEqualTo(field.getValue()));
        assertThat(store.all().getFirst().secrets())
                .containsExactly(
                        new SealedSecret(1, "acc_1/" + id, shown.get("secret").asText()));
    }

    @ParameterizedTest
    @CsvSource({"SUSPENDED, 403, account_suspended", "CLOSED, 401, invalid_api_key"})
    void nothingIsRegisteredForAnAccountThatIsNotServedHoweverLongTheGatewayRemembers(
            AccountState state, int status, String code) {
        WebhooksWorld world = new WebhooksWorld(store, new InMemoryKeyedChanges(store));
        world.accounts.with(Callers.ACCOUNT, state);
        Answer refused = world.answer(
                NOW, ApiRequest.of(Callers.FULL, "POST", "/webhooks").json(ALL));
        assertThat(refused.status()).isEqualTo(status);
        assertThat(refused.json().at("/error/code").asText()).isEqualTo(code);
        assertThat(store.all()).isEmpty();
    }

    @Test
    void aRevokedKeyRegistersNothing() {
        WebhooksWorld world = new WebhooksWorld(store, new InMemoryKeyedChanges(store));
        world.accounts.without(Callers.FULL.key());
        assertThat(world.answer(
                                NOW,
                                ApiRequest.of(Callers.FULL, "POST", "/webhooks").json(ALL))
                        .status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, WebhooksWorld.WEBHOOKS_PER_ACCOUNT})
    void anAccountHasAsManyWebhooksAsItMayAndARepeatIsNoneMore(int most) {
        WebhooksWorld world = new WebhooksWorld(store, new InMemoryKeyedChanges(store));
        if (most != WebhooksWorld.WEBHOOKS_PER_ACCOUNT) {
            world.accounts.limit(Callers.ACCOUNT, most);
        }
        List<String> made = IntStream.range(0, most)
                .mapToObj(i -> id(world.answer(NOW, keyed("k" + i))))
                .toList();

        world.answer(NOW, keyed("one more")).assertError(409, "webhook_limit", "-");
        world.answer(NOW, ApiRequest.of(Callers.FULL, "POST", "/webhooks").json(ALL))
                .assertError(409, "webhook_limit", "-");
        assertThat(id(world.answer(NOW, keyed("k0")))).isEqualTo(made.getFirst());
        assertThat(store.count(Callers.ACCOUNT)).isEqualTo(most);
        assertThat(world.answer(
                                NOW,
                                ApiRequest.of(Callers.OTHER, "POST", "/webhooks")
                                        .json(ALL))
                        .status())
                .isEqualTo(201);
        one(Callers.FULL, "DELETE", made.getFirst());
        assertThat(world.answer(NOW, keyed("one more")).status()).isEqualTo(201);
    }

    private static ApiRequest keyed(String key) {
        return ApiRequest.of(Callers.FULL, "POST", "/webhooks").json(ALL).header("Idempotency-Key", key);
    }

    @Test
    void aWebhookSeesWhatItsKeySeesNowNotWhatTheGatewayRemembers() {
        WebhooksWorld world = new WebhooksWorld(store, new InMemoryKeyedChanges(store));
        world.accounts.with(Callers.FULL.key(), Set.of(new ClinicId("cln_harbour")));
        ApiRequest all = ApiRequest.of(Callers.FULL, "POST", "/webhooks").json(ALL);
        assertThat(world.answer(NOW, all).status()).isEqualTo(201);
        assertThat(store.all().getFirst().visible()).isEqualTo(new Clinics.Listed(Set.of(new ClinicId("cln_harbour"))));
        assertThat(store.all().getFirst().key()).isEqualTo(Callers.FULL.key());

        ApiRequest other = ApiRequest.of(Callers.FULL, "POST", "/webhooks")
                .json(ALL.replace("}", ",\"clinic_id\":\"cln_oldtown\"}"));
        assertThat(world.answer(NOW, other).json().at("/error/code").asText()).isEqualTo("clinic_not_allowed");
    }

    @Test
    void nullMeansAbsent() {
        JsonNode made = post(
                        Callers.FULL,
                        "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"clinic_id\":null,\"description\":null}")
                .json();
        assertThat(made.get("clinic_id").isNull()).isTrue();
        assertThat(made.get("description").isNull()).isTrue();
        assertThat(made.get("disabled_at").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"types\":[\"*\"]}                                            | missing_field | url",
                "{\"url\":\"https://example.com/\"}                             | missing_field | types",
                "{\"url\":7,\"types\":[\"*\"]}                                  | invalid_field | url",
                "{\"url\":null,\"types\":[\"*\"]}                               | invalid_field | url",
                "{\"url\":\"https://example.com/\",\"types\":[]}                | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":null}              | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":\"*\"}             | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":{\"0\":\"*\"}}     | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\",\"*\"]}     | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"nope\"]}        | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[7]}               | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"\"]}            | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"webhook.ping\"]} | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\",\"offer.created\"]} | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"offer.created\",\"*\"]} | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"offer.created\",\"offer.created\"]} | invalid_field | types",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"clinic_id\":\"harbour\"} | invalid_field | clinic_id",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"clinic_id\":7} | invalid_field | clinic_id",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"description\":7} | invalid_field | description",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"description\":\"a\\nb\"} | invalid_field | description",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"description\":\"\\ud800\"} | invalid_field | description",
                "{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"secret\":\"whsec_x\"} | unknown_field | secret",
            })
    void aBadRegistrationIsRefusedForItsField(String body, String code, String param) {
        post(Callers.FULL, body).assertError(400, code, param);
        assertThat(store.all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.com",
                "http://example.com/",
                "ftp://example.com/",
                "https://localhost/",
                "https://127.0.0.1/",
                "https://10.0.0.1/",
                "https://[::1]/",
                "https://93.184.216.34/",
                "https://user@example.com/",
                "https://user:hunter2@example.com/",
                "https://example.com:22/",
                "https://example.com/#fragment",
                "https://metadata.internal/",
            })
    void aUrlThatMayNotBeCalledIsRefused(String url) {
        JsonNode error = post(Callers.FULL, "{\"url\":\"" + url + "\",\"types\":[\"*\"]}")
                .assertError(400, "invalid_field", "url");
        assertThat(error.get("message").asText()).doesNotContain("hunter2");
        assertThat(store.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"500, 201", "501, 400"})
    void aDescriptionIsCountedInCharacters(int length, int status) {
        String body = ALL.replace("}", ",\"description\":\"" + "\uD83D\uDC36".repeat(length) + "\"}");
        assertThat(post(Callers.FULL, body).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cln_elsewhere", "cln_unknown"})
    void aClinicOfSomebodyElseIsForbidden(String clinic) {
        post(Callers.FULL, ALL.replace("}", ",\"clinic_id\":\"" + clinic + "\"}"))
                .assertError(403, "clinic_not_allowed", "clinic_id");
        assertThat(store.all()).isEmpty();
    }

    @Test
    void aWebhookSeesWhatItsKeySaw() {
        post(Callers.FULL, ALL);
        post(Callers.HARBOUR, ALL);
        assertThat(store.all())
                .extracting(Webhook::visible)
                .containsExactlyInAnyOrder(new Clinics.All(), new Clinics.Listed(Set.of(new ClinicId("cln_harbour"))));
    }

    @Test
    void aKeyTouchesNoWebhookThatReachesFurtherThanItself() {
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
    void whatIsNoWebhookIsNotFound(String id) {
        one(Callers.FULL, "GET", id).assertError(404, "not_found", "webhook_id");
        one(Callers.FULL, "DELETE", id).assertError(404, "not_found", "webhook_id");
        enable(Callers.FULL, id, "").assertError(404, "not_found", "webhook_id");
    }

    @Test
    void webhooksArePagedNewestFirst() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            made.addFirst(id(answer(
                    NOW.plusSeconds(i),
                    ApiRequest.of(Callers.HARBOUR, "POST", "/webhooks").json(ALL))));
            // Between them, one that this key does not see.
            answer(
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
    void aBadParameterIsRefused(String query, String code, String param) {
        list(Callers.FULL, query).assertError(400, code, param);
    }

    @Test
    void aDeletedWebhookIsGone() {
        String id = id(post(Callers.FULL, ALL));
        Answer deleted = one(Callers.FULL, "DELETE", id);
        assertThat(deleted.status()).isEqualTo(204);
        assertThat(deleted.text()).isEmpty();
        one(Callers.FULL, "GET", id).assertError(404, "not_found", "webhook_id");
        one(Callers.FULL, "DELETE", id).assertError(404, "not_found", "webhook_id");
    }

    @Test
    void aDisabledWebhookIsShownAsSuchAndEnabledInANewTerm() {
        String id = id(post(Callers.FULL, ALL));
        store.disable(
                Callers.ACCOUNT,
                new WebhookId(id),
                Webhook.FIRST_TERM,
                new Disabling.RetriesExhausted(
                        NOW, EventId.mint(NOW, new SecureRandom()), NOW, 11, OutcomeClass.STATUS, OptionalInt.of(500)));
        JsonNode disabled = one(Callers.FULL, "GET", id).json();
        assertThat(disabled.get("status").asText()).isEqualTo("disabled");
        assertThat(disabled.get("disabled_at").asText()).isEqualTo("2026-11-20T14:02:11.337Z");
        assertThat(disabled.get("disabled_reason").asText()).isEqualTo("retries_exhausted");
        JsonNode enabled = enable(Callers.FULL, id, "{}").json();
        assertThat(enabled.get("status").asText()).isEqualTo("active");
        assertThat(enabled.get("disabled_at").isNull()).isTrue();
        assertThat(store.all().getFirst().term()).isEqualTo(Webhook.FIRST_TERM + 1);
        assertThat(enable(Callers.FULL, id, "").status()).isEqualTo(200);
        assertThat(store.all().getFirst().term()).isEqualTo(Webhook.FIRST_TERM + 1);
    }

    @Test
    void enablingTakesNoFields() {
        String id = id(post(Callers.FULL, ALL));
        enable(Callers.FULL, id, "{\"force\":true}").assertError(400, "unknown_field", "force");
        enable(Callers.FULL, id, "[]").assertError(400, "invalid_body", "-");
        enable(Callers.FULL, id, "\t").assertError(400, "invalid_body", "-");
    }

    @Test
    void aKeyNeedsTheScope() {
        post(Callers.POWERLESS, ALL).assertError(403, "missing_scope", "-");
        list(Callers.POWERLESS, "").assertError(403, "missing_scope", "-");
        one(Callers.POWERLESS, "GET", "whk_1").assertError(403, "missing_scope", "-");
        one(Callers.POWERLESS, "DELETE", "whk_1").assertError(403, "missing_scope", "-");
        enable(Callers.POWERLESS, "whk_1", "").assertError(403, "missing_scope", "-");
    }

    @Test
    void otherMethodsAreTold() {
        assertThat(one(Callers.FULL, "PUT", "whk_1").header("Allow")).isEqualTo("GET, HEAD, PATCH, DELETE, OPTIONS");
    }

    private static String id(Answer made) {
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json().get("id").asText();
    }

    private Answer post(Caller caller, String body) {
        return answer(NOW, ApiRequest.of(caller, "POST", "/webhooks").json(body));
    }

    private Answer list(Caller caller, String query) {
        return answer(NOW, ApiRequest.of(caller, "GET", "/webhooks").query(query));
    }

    private Answer one(Caller caller, String method, String id) {
        return answer(
                NOW, ApiRequest.of(caller, method, "/webhooks/{webhook_id}").path("webhook_id", id));
    }

    private Answer enable(Caller caller, String id, String body) {
        ApiRequest request =
                ApiRequest.of(caller, "POST", "/webhooks/{webhook_id}/enable").path("webhook_id", id);
        return answer(NOW, body.isEmpty() ? request : request.json(body));
    }

    private Answer answer(Instant now, ApiRequest request) {
        WebhooksWorld world = new WebhooksWorld(store, new InMemoryKeyedChanges(store));
        return world.answer(now, request);
    }
}
