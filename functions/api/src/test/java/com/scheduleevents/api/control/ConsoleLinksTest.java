package com.scheduleevents.api.control;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleLinksTest {

    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00.000Z");
    private static final String PAGE = "https://api.example.com/v1/console#token=";
    private static final Caller ENDING = new Caller(
            Callers.ACCOUNT,
            new ApiKeyId("key_ending"),
            EnumSet.allOf(Scope.class),
            true,
            Optional.of(NOW.plusSeconds(600)));
    private static final Caller MAKER = new Caller(
            Callers.ACCOUNT, new ApiKeyId("key_maker"), Set.of(Scope.CONSOLE_WRITE, Scope.WEBHOOKS_READ), true);

    private final InMemoryAccounts accounts = Callers.accounts();
    private final InMemoryApiKeys keys = new InMemoryApiKeys(accounts);
    private final InMemoryIdempotentChanges requestKeys = new InMemoryIdempotentChanges(new InMemoryWebhooks());
    private final Random random = new Random(7);
    private final Endpoint api = api(NOW, Optional.of("https://api.example.com"));

    private Endpoint api(Instant now, Optional<String> address) {
        Clock clock = Clock.fixed(now, ZoneOffset.UTC);
        ApiKeyRequests requests =
                new ApiKeyRequests(accounts, keys, new InMemoryWebhooks(), requestKeys, clock, random, address);
        return new Endpoint(Callers.gate(clock, new InMemoryMetrics()), requests.routes());
    }

    @Test
    void linkHasAKeyOfItsOwnInTheFragment() {
        ApiResponse made = post(
                Callers.FULL, "{\"scopes\":[\"webhooks:read\"],\"clinic_ids\":[\"cln_harbour\"],\"expires_in\":120}");

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().get("expires_at").asText()).isEqualTo("2026-11-21T09:32:00.000Z");
        Caller key = grant(made).caller();
        assertThat(key.account()).isEqualTo(Callers.ACCOUNT);
        assertThat(key.key()).isNotEqualTo(Callers.FULL.key());
        assertThat(key.scopes()).containsExactly(Scope.WEBHOOKS_READ);
        assertThat(key.seesAllClinics()).isFalse();
        assertThat(key.expiresAt()).contains(NOW.plusSeconds(120));
        assertThat(keys.find(Callers.ACCOUNT, key.key()).orElseThrow().label()).contains("Console link");
    }

    @Test
    void linkIsValidForAnHourByDefault() {
        assertThat(post(Callers.FULL, all("webhooks:read"))
                        .json()
                        .get("expires_at")
                        .asText())
                .isEqualTo("2026-11-21T10:30:00.000Z");
    }

    @Test
    void linkEndsWithTheKeyThatMakesIt() {
        assertThat(post(ENDING, all("webhooks:read")).json().get("expires_at").asText())
                .isEqualTo("2026-11-21T09:40:00.000Z");
    }

    @Test
    void linkEndsWithTheKeyThatMakesItAlsoWhenTheGatewayKnowsALaterEnd() {
        Caller asCached = new Caller(ENDING.account(), ENDING.key(), ENDING.scopes(), true);
        keys.unlisted(ENDING);
        ApiResponse made = post(asCached, all("webhooks:read"));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.json().get("expires_at").asText()).isEqualTo("2026-11-21T09:40:00.000Z");
    }

    @Test
    void keyThatMayNotMakeLinksAnyMoreMakesNone() {
        Caller restricted = new Caller(MAKER.account(), MAKER.key(), Set.of(Scope.WEBHOOKS_READ), true);
        keys.unlisted(restricted);
        post(MAKER, all("webhooks:read")).assertError(403, "missing_scope", "-");
    }

    @Test
    void linkNeverHasMoreThanTheKeyThatMakesIt() {
        post(MAKER, all("webhooks:write")).assertError(403, "missing_scope", "scopes");
        assertThat(post(MAKER, all("webhooks:read")).status()).isEqualTo(201);
        post(Callers.HARBOUR, all("events:read")).assertError(403, "clinic_not_allowed", "clinic_ids");
        post(Callers.HARBOUR, "{\"scopes\":[\"events:read\"],\"clinic_ids\":[\"cln_oldtown\"]}")
                .assertError(403, "clinic_not_allowed", "clinic_ids");
        post(Callers.POWERLESS, all("events:read")).assertError(403, "missing_scope", "-");
    }

    @Test
    void linkLeadsToTheHostOfTheRequestWhereNoAddressIsConfigured() {
        Endpoint unnamed = api(NOW, Optional.empty());
        keys.unlisted(Callers.FULL);
        ApiRequest request = ApiRequest.of(Callers.FULL, "POST", "/console_links")
                .header("Host", "abc.execute-api.eu-central-1.amazonaws.com")
                .json(all("webhooks:read"));

        assertThat(new ApiResponse(unnamed.handle(request.build(), null))
                        .json()
                        .get("url")
                        .asText())
                .startsWith("https://abc.execute-api.eu-central-1.amazonaws.com/v1/console#token=sk_");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"clinic_ids\":null}                                                       | missing_field | scopes",
                "{\"scopes\":[\"events:read\"]}                                              | missing_field | clinic_ids",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"expires_in\":59}        | invalid_field | expires_in",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"expires_in\":604801}    | invalid_field | expires_in",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"expires_in\":\"60\"}    | invalid_field | expires_in",
                "{\"scopes\":[\"events:read\"],\"clinic_ids\":null,\"description\":\"Mine\"} | unknown_field | description",
            })
    void namesTheInvalidField(String body, String code, String field) {
        post(Callers.FULL, body).assertError(400, code, field);
    }

    @Test
    void repeatShowsTheLinkWithoutItsUrl() {
        ApiResponse made = keyed(all("events:read"));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        int count = keys.count(Callers.ACCOUNT);
        ApiResponse again = keyed(all("events:read"));

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text())
                .startsWith("{\"url\":null,\"expires_at\":"
                        + made.json().get("expires_at").toString() + ",\"message\":\"");
        assertThat(again.json().get("message").asText()).endsWith("make another with a new Idempotency-Key.");
        assertThat(again.header("Location"))
                .isEqualTo(made.header("Location"))
                .endsWith("/api_keys/" + grant(made).caller().key().value());
        assertThat(keys.count(Callers.ACCOUNT)).isEqualTo(count);
        keys.revoke(Callers.ACCOUNT, grant(made).caller().key(), Origin.service(NOW));
        keyed(all("events:read")).assertError(404, "not_found", "Idempotency-Key");
    }

    private ApiResponse keyed(String body) {
        keys.unlisted(Callers.FULL);
        ApiRequest request = ApiRequest.of(Callers.FULL, "POST", "/console_links")
                .header("Idempotency-Key", "again")
                .json(body);
        return new ApiResponse(api.handle(request.build(), null));
    }

    @Test
    void expiredLinksMakeRoomAndNothingElseDoes() {
        int own = keys.count(Callers.ACCOUNT);
        for (int i = own; i < ApiKeyIssuer.MAX_KEYS; i++) {
            assertThat(post(Callers.FULL, all("events:read")).status()).isEqualTo(201);
        }
        post(Callers.FULL, all("events:read")).assertError(409, "api_key_limit", "-");

        Endpoint later = api(NOW.plus(Duration.ofHours(2)), Optional.of("https://api.example.com"));
        ApiRequest request =
                ApiRequest.of(Callers.FULL, "POST", "/console_links").json(all("events:read"));
        assertThat(new ApiResponse(later.handle(request.build(), null)).status())
                .isEqualTo(201);
        assertThat(keys.count(Callers.ACCOUNT)).isBetween(ApiKeyIssuer.MAX_KEYS - 20, ApiKeyIssuer.MAX_KEYS - 1);
    }

    private Grant grant(ApiResponse made) {
        String url = made.json().get("url").asText();
        assertThat(url).startsWith(PAGE);
        ApiKeySecret secret = ApiKeySecret.parse(url.substring(PAGE.length())).orElseThrow();
        return accounts.grantOf(secret.fingerprint()).orElseThrow();
    }

    private ApiResponse post(Caller caller, String body) {
        keys.unlisted(caller);
        return new ApiResponse(api.handle(
                ApiRequest.of(caller, "POST", "/console_links").json(body).build(), null));
    }

    private static String all(String scope) {
        return "{\"scopes\":[\"" + scope + "\"],\"clinic_ids\":null}";
    }
}
