package com.scheduleevents.api.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.testkit.memory.InMemoryAccounts;
import com.scheduleevents.testkit.memory.InMemoryApiKeys;
import com.scheduleevents.testkit.memory.InMemoryIdempotentChanges;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeyRequestsTest {

    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final Caller ENDING = new Caller(
            Callers.ACCOUNT,
            new ApiKeyId("key_ending"),
            Callers.FULL.scopes(),
            true,
            Optional.of(Instant.parse("2099-01-01T00:00:00Z")));
    private static final Caller READER =
            new Caller(Callers.ACCOUNT, new ApiKeyId("key_reader"), Set.of(Scope.KEYS_WRITE, Scope.EVENTS_READ), true);

    private final InMemoryAccounts accounts = Callers.accounts().with(READER);
    private final InMemoryApiKeys keys = new InMemoryApiKeys(accounts);
    private final Endpoint api = new Endpoint(
            Callers.gate(CLOCK, new InMemoryMetrics()),
            new ApiKeyRequests(
                            accounts,
                            keys,
                            new InMemoryWebhooks(),
                            new InMemoryIdempotentChanges(new InMemoryWebhooks()),
                            CLOCK,
                            new Random(7),
                            Optional.empty())
                    .routes());

    @Test
    void createsTheRequestedKeyAndShowsItsSecretOnce() {
        ApiResponse made = post(
                Callers.FULL,
                "{\"description\":\"Front desk\",\"scopes\":[\"webhooks:read\",\"events:read\"],"
                        + "\"clinic_ids\":[\"cln_oldtown\",\"cln_harbour\"],\"expires_at\":\"2027-01-01T00:00:00+01:00\"}");

        assertThat(made.status()).isEqualTo(201);
        String id = made.json().get("id").asText();
        String secret = made.json().get("secret").asText();
        String shown =
                "{\"id\":\"" + id + "\",\"description\":\"Front desk\",\"scopes\":[\"events:read\",\"webhooks:read\"],"
                        + "\"clinic_ids\":[\"cln_harbour\",\"cln_oldtown\"],\"created_at\":\"2026-11-21T09:30:00.000Z\","
                        + "\"created_by\":\"key_full\",\"expires_at\":\"2026-12-31T23:00:00.000Z\",\"last_used_on\":null}";
        assertThat(made.text()).isEqualTo(shown.replace("}", ",\"secret\":\"" + secret + "\",\"message\":null}"));
        assertThat(get(Callers.FULL, id).text()).isEqualTo(shown);
        assertThat(list(Callers.FULL, "").text()).contains(shown).doesNotContain(secret);

        Grant grant = accounts.grantOf(ApiKeySecret.parse(secret).orElseThrow().fingerprint())
                .orElseThrow();
        assertThat(grant.caller().account()).isEqualTo(Callers.ACCOUNT);
        assertThat(grant.caller().scopes()).containsExactlyInAnyOrder(Scope.EVENTS_READ, Scope.WEBHOOKS_READ);
        assertThat(grant.caller().expiresAt()).contains(Instant.parse("2026-12-31T23:00:00Z"));
    }

    /** Whatever key makes the request: one of before sandboxes existed may have any prefix. */
    @Test
    void createsTestKeysForASandboxOnly() {
        assertThat(post(Callers.FULL, all("events:read")).json().get("secret").asText())
                .startsWith("sk_live_");
        accounts.sandbox(Callers.ACCOUNT);
        assertThat(post(Callers.FULL, all("events:read")).json().get("secret").asText())
                .startsWith("sk_test_");
    }

    @Test
    void rejectsScopesAndClinicsThatTheCallerLacks() {
        post(READER, all("events:write")).assertError(403, "missing_scope", "scopes");
        assertThat(post(READER, all("events:read")).status()).isEqualTo(201);
        post(Callers.HARBOUR, all("events:read")).assertError(403, "clinic_not_allowed", "clinic_ids");
        JsonNode foreign =
                post(Callers.HARBOUR, listed("cln_elsewhere")).assertError(403, "clinic_not_allowed", "clinic_ids");
        JsonNode unknown =
                post(Callers.HARBOUR, listed("cln_nowhere")).assertError(403, "clinic_not_allowed", "clinic_ids");
        assertThat(foreign).isEqualTo(unknown);
        post(Callers.HARBOUR, listed("cln_oldtown")).assertError(403, "clinic_not_allowed", "clinic_ids");
        post(Callers.FULL, listed("cln_elsewhere")).assertError(403, "clinic_not_allowed", "clinic_ids");
        assertThat(post(Callers.HARBOUR, listed("cln_harbour")).status()).isEqualTo(201);
        assertThat(post(Callers.FULL, listed("cln_oldtown")).status()).isEqualTo(201);
        post(Callers.POWERLESS, all("events:read")).assertError(403, "missing_scope", "-");
    }

    @Test
    void readsTheCallersPermissionsAgain() {
        JsonNode made = post(READER, "{\"scopes\":[\"events:read\",\"keys:write\"],\"clinic_ids\":[\"cln_harbour\"]}")
                .json();
        ApiKeyId id = new ApiKeyId(made.get("id").asText());
        Caller asItWas = new Caller(Callers.ACCOUNT, id, Callers.FULL.scopes(), true);
        post(asItWas, listed("cln_oldtown", "events:read")).assertError(403, "clinic_not_allowed", "clinic_ids");
        post(asItWas, listed("cln_harbour", "events:write")).assertError(403, "missing_scope", "scopes");
        assertThat(post(asItWas, listed("cln_harbour", "events:read")).status()).isEqualTo(201);
        keys.revoke(Callers.ACCOUNT, id, Origin.operator(NOW));
        post(asItWas, listed("cln_harbour", "events:read")).assertError(401, "invalid_api_key", "-");
    }

    /** The gateway lets requests through as it knew the key up to a minute ago. */
    @Test
    void issuesNothingForAKeyThatMayNotIssueKeysAnyMore() {
        ApiKeyId id = new ApiKeyId(id(post(Callers.FULL, all("events:read"))));
        post(new Caller(Callers.ACCOUNT, id, Callers.FULL.scopes(), true), all("events:read"))
                .assertError(403, "missing_scope", "-");
        assertThat(ids(list(Callers.FULL, ""))).containsExactly(id.value());
    }

    @Test
    void revokesNothingForAKeyThatWasRevokedOrRestrictedItself() {
        String victim = id(post(Callers.FULL, all("events:read")));
        ApiKeyId restricted = new ApiKeyId(id(post(Callers.FULL, all("events:read"))));
        ApiKeyId revoked = new ApiKeyId(id(post(Callers.FULL, all("keys:write"))));
        keys.revoke(Callers.ACCOUNT, revoked, Origin.operator(NOW));

        delete(new Caller(Callers.ACCOUNT, restricted, Callers.FULL.scopes(), true), victim)
                .assertError(403, "missing_scope", "-");
        delete(new Caller(Callers.ACCOUNT, revoked, Callers.FULL.scopes(), true), victim)
                .assertError(401, "invalid_api_key", "-");
        assertThat(get(Callers.FULL, victim).status()).isEqualTo(200);
    }

    @Test
    void limitsTheExpiryToTheCallersOwn() {
        post(ENDING, all("events:read", "2099-01-01T00:00:00.001Z")).assertError(400, "invalid_field", "expires_at");
        post(Callers.FULL, all("events:read", "2026-11-21T09:30:00Z")).assertError(400, "invalid_field", "expires_at");
        assertThat(end(post(ENDING, all("events:read", "2099-01-01T00:00:00Z"))))
                .isEqualTo("2099-01-01T00:00:00.000Z");
        assertThat(end(post(ENDING, all("events:read", "2030-01-01T00:00:00Z"))))
                .isEqualTo("2030-01-01T00:00:00.000Z");
        assertThat(end(post(ENDING, all("events:read")))).isEqualTo("2099-01-01T00:00:00.000Z");
        assertThat(end(post(Callers.FULL, all("events:read")))).isEqualTo("null");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                              | missing_field | scopes",
                "{\"scopes\":[\"events:read\"]}                                  | missing_field | clinic_ids",
                "{\"scopes\":[],\"clinic_ids\":null}                             | invalid_field | scopes",
                "{\"scopes\":\"events:read\",\"clinic_ids\":null}                | invalid_field | scopes",
                "{\"scopes\":[\"events:eat\"],\"clinic_ids\":null}               | invalid_field | scopes",
                "{\"scopes\":[7],\"clinic_ids\":null}                            | invalid_field | scopes",
                "{\"scopes\":[\"events:read\",\"events:read\"],\"clinic_ids\":null} | invalid_field | scopes",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":[]}                | invalid_field | clinic_ids",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":\"cln_harbour\"}   | invalid_field | clinic_ids",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":[\"harbour\"]}     | invalid_field | clinic_ids",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":[null]}            | invalid_field | clinic_ids",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"expires_at\":\"soon\"} | invalid_field | expires_at",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"description\":7}    | invalid_field | description",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"description\":\"Console link x\"} | invalid_field | description",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"description\":\"\\u200bConsole\\u2060 link x\"} | invalid_field | description",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"description\":\"a\\nb\"} | invalid_field | description",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"description\":\"a\\ufffd\"} | invalid_field | description",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"description\":\"a\uFFFD\"} | invalid_body | -",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"secret\":\"mine\"}  | unknown_field | secret",
            })
    void namesTheInvalidField(String body, String code, String param) {
        post(Callers.FULL, body).assertError(400, code, param);
        assertThat(keys.count(Callers.ACCOUNT)).isZero();
    }

    /** A key without a visible name would have a link without a text. */
    @ParameterizedTest
    @CsvSource({"\\u202eabc, abc", "a\\u200bb, ab", "' ',", "'',", "\\u200b,", "\\u202e\\u00a0,"})
    void showsADescriptionWithoutWhatNobodySees(String description, @Nullable String shown) {
        JsonNode issued = post(
                        Callers.FULL,
                        "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"description\":\"" + description + "\"}")
                .json();
        assertThat(issued.get("description").textValue()).isEqualTo(shown);
    }

    @Test
    void limitsTheClinicsAndTheDescription() {
        String many = IntStream.rangeClosed(0, 100)
                .mapToObj(i -> "\"cln_" + i + "\"")
                .reduce((one, other) -> one + "," + other)
                .orElseThrow();
        post(Callers.FULL, "{\"scopes\":[\"events:read\"],\"clinic_ids\":[" + many + "]}")
                .assertError(400, "invalid_field", "clinic_ids");
        post(
                        Callers.FULL,
                        "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"description\":\"" + "x".repeat(101)
                                + "\"}")
                .assertError(400, "invalid_field", "description");
    }

    @Test
    void repeatShowsTheKeyWithoutItsSecret() {
        int before = keys.count(Callers.ACCOUNT);
        ApiResponse made = keyed(all("events:read"));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        ApiResponse again = keyed("{\"clinic_ids\":null, \"scopes\":[\"events:read\"]}");

        assertThat(again.status()).isEqualTo(200);
        JsonNode shown = get(Callers.FULL, id(made)).json();
        assertThat(again.json())
                .isEqualTo(((ObjectNode) shown)
                        .put("secret", (String) null)
                        .put("message", again.json().get("message").asText()));
        assertThat(again.json().get("message").asText())
                .contains("delete the key")
                .endsWith("new Idempotency-Key.");
        assertThat(keys.count(Callers.ACCOUNT)).isEqualTo(before + 1);

        delete(Callers.FULL, id(made));
        keyed(all("events:read")).assertError(404, "not_found", "Idempotency-Key");
        keyed(all("events:write")).assertError(409, "idempotency_key_reused", "Idempotency-Key");
    }

    private ApiResponse keyed(String body) {
        return new ApiResponse(api.handle(
                creation(Callers.FULL, body).header("Idempotency-Key", "k").build(), null));
    }

    @Test
    void showsARestrictedKeyOnlyKeysThatSeeNoMore() {
        String wide = id(post(Callers.FULL, all("events:read")));
        String other = id(post(Callers.FULL, listed("cln_oldtown")));
        String within = id(post(Callers.FULL, listed("cln_harbour")));

        assertThat(ids(list(Callers.FULL, ""))).containsExactlyInAnyOrder(within, other, wide);
        assertThat(ids(list(Callers.HARBOUR, ""))).containsExactly(within);
        assertThat(get(Callers.HARBOUR, within).status()).isEqualTo(200);
        for (String hidden : List.of(wide, other, "key_nowhere", "nonsense")) {
            get(Callers.HARBOUR, hidden).assertError(404, "not_found", "key_id");
            delete(Callers.HARBOUR, hidden).assertError(404, "not_found", "key_id");
        }
        get(Callers.OTHER, within).assertError(404, "not_found", "key_id");
        delete(Callers.OTHER, within).assertError(404, "not_found", "key_id");
        assertThat(keys.count(Callers.ACCOUNT)).isEqualTo(3);
    }

    @Test
    void respondsNotFoundToARevokedKey() {
        String id = id(post(Callers.FULL, all("events:read")));
        ApiResponse deleted = delete(READER, id);
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(deleted.text())
                .isEqualTo("{\"id\":\"" + id + "\",\"revoked_api_key_ids\":[],\"disabled_webhook_ids\":[],"
                        + "\"remaining_api_key_ids\":[],\"remaining_webhook_ids\":[]}");
        delete(READER, id).assertError(404, "not_found", "key_id");
        get(READER, id).assertError(404, "not_found", "key_id");
        assertThat(ids(list(READER, ""))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void pagesThroughEveryKeyOnce(int limit) {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            made.add(id(post(Callers.FULL, i % 2 == 0 ? listed("cln_harbour") : all("events:read"))));
        }
        List<String> walked = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = list(Callers.HARBOUR, "limit=" + limit + cursor).json();
            page.get("data").forEach(key -> walked.add(key.get("id").asText()));
            cursor = page.get("has_more").asBoolean()
                    ? "&starting_after=" + page.get("next_cursor").asText()
                    : "";
        } while (!cursor.isEmpty());
        assertThat(walked).containsExactlyInAnyOrder(made.get(0), made.get(2), made.get(4));
        list(Callers.FULL, "starting_after=nonsense").assertError(400, "invalid_parameter", "starting_after");
    }

    @Test
    void limitsAnAccountToOneHundredKeys() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < ApiKeyIssuer.MAX_KEYS; i++) {
            made.add(id(post(Callers.FULL, all("events:read"))));
        }
        JsonNode error = post(Callers.FULL, all("events:read")).assertError(409, "api_key_limit", "-");
        assertThat(error.get("message").asText()).contains("100");
        assertThat(post(Callers.OTHER, all("events:read")).status()).isEqualTo(201);
        delete(Callers.FULL, made.getFirst());
        assertThat(post(Callers.FULL, all("events:read")).status()).isEqualTo(201);
    }

    private ApiResponse post(Caller caller, String body) {
        return new ApiResponse(api.handle(creation(caller, body).build(), null));
    }

    private ApiRequest creation(Caller caller, String body) {
        keys.unlisted(caller);
        return ApiRequest.of(caller, "POST", "/api_keys").json(body);
    }

    private ApiResponse list(Caller caller, String query) {
        return new ApiResponse(api.handle(
                ApiRequest.of(caller, "GET", "/api_keys").query(query).build(), null));
    }

    private ApiResponse get(Caller caller, String id) {
        return one(caller, "GET", id);
    }

    private ApiResponse delete(Caller caller, String id) {
        return one(caller, "DELETE", id);
    }

    private ApiResponse one(Caller caller, String method, String id) {
        return new ApiResponse(api.handle(
                ApiRequest.of(caller, method, "/api_keys/{key_id}")
                        .path("key_id", id)
                        .build(),
                null));
    }

    private static String all(String scope) {
        return "{\"scopes\":[\"" + scope + "\"],\"clinic_ids\":null}";
    }

    private static String all(String scope, String end) {
        return "{\"scopes\":[\"" + scope + "\"],\"clinic_ids\":null,\"expires_at\":\"" + end + "\"}";
    }

    private static String listed(String clinic, String scope) {
        return "{\"scopes\":[\"" + scope + "\"],\"clinic_ids\":[\"" + clinic + "\"]}";
    }

    private static String listed(String clinic) {
        return "{\"scopes\":[\"events:read\"],\"clinic_ids\":[\"" + clinic + "\"]}";
    }

    private static String id(ApiResponse made) {
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json().get("id").asText();
    }

    private static String end(ApiResponse made) {
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json().get("expires_at").asText();
    }

    private static List<String> ids(ApiResponse page) {
        return page.json().get("data").findValuesAsText("id");
    }
}
