package com.scheduleevents.api.authorizer;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.RequestGate;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeySecret.Mode;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.rate.Rate;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests that the gateway passed on with and without the authorizer's context. */
class KeyAuthenticationTest {

    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");
    private static final ApiKeySecret KNOWN = ApiKeySecret.mint(Mode.LIVE, new Random(1));
    private static final ApiKeySecret SUSPENDED = ApiKeySecret.mint(Mode.LIVE, new Random(2));
    private static final ApiKeySecret EXPIRED = ApiKeySecret.mint(Mode.LIVE, new Random(3));
    private static final ApiKeySecret UNKNOWN = ApiKeySecret.mint(Mode.LIVE, new Random(4));
    private static final Caller READER =
            new Caller(Callers.ACCOUNT, new ApiKeyId("key_reader"), Set.of(Scope.EVENTS_READ), false);

    private final Accounts accounts = Callers.accounts()
            .with(KNOWN, new Grant(READER, false, Optional.empty(), Optional.of(7), Optional.empty()))
            .with(SUSPENDED, new Grant(READER, true, Optional.empty(), Optional.empty(), Optional.empty()))
            .with(
                    EXPIRED,
                    Grant.unused(
                            new Caller(Callers.ACCOUNT, new ApiKeyId("key_ended"), Set.of(), true, Optional.of(NOW))));

    @Test
    void requestWithoutAContextHasAccountScopesAndRateOfItsKey() {
        ApiResponse response = send(accounts, request("GET").header("authorization", "Bearer " + KNOWN.reveal()));

        assertThat(response.status()).as(response.text()).isEqualTo(200);
        assertThat(response.text()).isEqualTo("\"acc_1 key_reader [EVENTS_READ] false\"");
        assertThat(response.header("RateLimit-Policy")).isEqualTo("\"account\";q=14;w=2");
        send(accounts, request("POST").header("Authorization", "Bearer " + KNOWN.reveal()))
                .assertError(403, "missing_scope", "-");
        send(accounts, request("GET").header("Authorization", "Bearer " + SUSPENDED.reveal()))
                .assertError(403, "account_suspended", "-");
    }

    @Test
    void requestWithoutAContextAndWithoutAValidKeyIsRefused() {
        ApiResponse missing = send(accounts, request("GET"));
        missing.assertError(401, "missing_api_key", "-");
        assertThat(missing.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"schedule-events\"");
        assertThat(missing.header("RateLimit")).isEmpty();
        ApiResponse unknown = send(accounts, request("GET").header("Authorization", "Bearer " + UNKNOWN.reveal()));
        unknown.assertError(401, "invalid_api_key", "-");
        ApiResponse expired = send(accounts, request("GET").header("Authorization", "Bearer " + EXPIRED.reveal()));
        expired.assertError(401, "expired_api_key", "-");
        assertThat(List.of(unknown.header("WWW-Authenticate"), expired.header("WWW-Authenticate")))
                .containsOnly("Bearer realm=\"schedule-events\", error=\"invalid_token\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "KEY", "Basic KEY", "Bearer sk_live_short", "Bearer KEYx", "Bearer  KEY"})
    void malformedKeyIsRefusedWithoutALookup(String header) {
        send(new FailingAccounts(), request("GET").header("Authorization", header.replace("KEY", KNOWN.reveal())))
                .assertError(401, "invalid_api_key", "-");
    }

    @Test
    void repeatedHeaderIsRefused() {
        send(
                        accounts,
                        request("GET")
                                .header("Authorization", "Bearer " + KNOWN.reveal())
                                .header("Authorization", "Bearer " + KNOWN.reveal()))
                .assertError(401, "invalid_api_key", "-");
    }

    @Test
    void contextThatIsThereIsUsedAndTheHeaderIsNotRead() {
        ApiResponse response = send(
                new FailingAccounts(),
                ApiRequest.of(Callers.OTHER, "GET", "/things").header("Authorization", "Bearer " + KNOWN.reveal()));

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).startsWith("\"acc_2 key_other ");
    }

    @Test
    void incompleteContextIsNotCompletedFromTheHeader() {
        ApiRequest request = ApiRequest.of(Callers.OTHER, "GET", "/things")
                .without("account_id")
                .header("Authorization", "Bearer " + KNOWN.reveal());

        send(new FailingAccounts(), request).assertError(500, "internal", "-");
    }

    private static ApiRequest request(String method) {
        return ApiRequest.open(method, "/things");
    }

    private static ApiResponse send(Accounts accounts, ApiRequest request) {
        Endpoint endpoint = new Endpoint(
                new RequestGate(
                        Cors.NONE,
                        new KeyAuthentication(accounts, InstantSource.fixed(NOW), new Rate(100)),
                        TestWiring.create().sharedTokens(),
                        InstantSource.fixed(NOW),
                        new InMemoryMetrics()),
                new Route("GET", "/things", Scope.EVENTS_READ, (_, caller) -> shown(caller)),
                new Route("POST", "/things", Scope.EVENTS_WRITE, (_, caller) -> shown(caller)));
        return new ApiResponse(endpoint.handle(request.build(), null));
    }

    private static Response shown(Caller caller) {
        return Response.raw(
                200,
                "\"%s %s %s %s\""
                        .formatted(
                                caller.account().value(),
                                caller.key().value(),
                                caller.scopes(),
                                caller.seesAllClinics()));
    }
}
