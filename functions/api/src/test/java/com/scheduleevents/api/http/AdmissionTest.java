package com.scheduleevents.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.rate.SharedTokens;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expired keys, suspended accounts and rate limits. */
class AdmissionTest {

    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");

    private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
    private final SharedTokens tokens = TestWiring.create().sharedTokens();
    private final Endpoint endpoint = new Endpoint(
            new RequestGate(
                    Cors.of("https://app.example"),
                    Callers.FAILING_AUTHENTICATION,
                    tokens,
                    now::get,
                    new InMemoryMetrics()),
            new Route("GET", "/things", Scope.EVENTS_READ, (_, _) -> Response.raw(200, "{}")),
            new Route("POST", "/things", Scope.EVENTS_READ, (request, _) -> {
                request.pay(9);
                return Response.raw(200, "{}");
            }),
            new Route("PUT", "/things", Scope.EVENTS_READ, (request, _) -> {
                request.charge(9);
                throw new ApiException(ErrorCode.NOT_FOUND, null, "It cost something all the same.");
            }));

    @Test
    void rejectsAKeyFromItsExpiryOn() {
        Caller ending = new Caller(
                Callers.ACCOUNT,
                new ApiKeyId("key_ending"),
                Callers.FULL.scopes(),
                true,
                Optional.of(NOW.plusMillis(1)));
        assertThat(send(things(ending)).status()).isEqualTo(200);
        now.set(NOW.plusMillis(1));
        send(things(ending)).assertError(401, "expired_api_key", "-");
    }

    @Test
    void rejectsAKeyOfASuspendedAccount() {
        send(things(Callers.FULL).found("account_suspended", "true")).assertError(403, "account_suspended", "-");
        assertThat(send(things(Callers.FULL).found("account_suspended", "false"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void limitsTheRateAndSaysHowLongToWait() {
        ApiResponse first = send(limited(Callers.FULL));
        assertThat(first.header("RateLimit-Policy")).isEqualTo("\"account\";q=2;w=2");
        assertThat(first.header("RateLimit")).isEqualTo("\"account\";r=1;t=1");
        assertThat(first.header("Retry-After")).isEmpty();
        assertThat(send(limited(Callers.FULL)).header("RateLimit")).isEqualTo("\"account\";r=0;t=2");

        ApiResponse refused = send(limited(Callers.FULL));
        refused.assertError(429, "rate_limited", "-");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.header("RateLimit")).isEqualTo("\"account\";r=0;t=2");
        assertThat(refused.header("RateLimit-Policy")).isEqualTo("\"account\";q=2;w=2");

        send(limited(Callers.HARBOUR)).assertError(429, "rate_limited", "-");
        assertThat(send(limited(Callers.OTHER)).status()).isEqualTo(200);
        now.set(NOW.plusSeconds(1));
        assertThat(send(limited(Callers.FULL)).status()).isEqualTo(200);
        send(limited(Callers.FULL)).assertError(429, "rate_limited", "-");
    }

    @ParameterizedTest
    @CsvSource({"DELETE, 405", "HEAD, 200"})
    void countsErrorResponsesTooAndShowsWhatIsLeft(String method, int status) {
        ApiResponse response =
                send(ApiRequest.of(Callers.FULL, method, "/things").found("requests_per_second", "5"));
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.header("RateLimit")).isEqualTo("\"account\";r=9;t=1");
        ApiResponse missing = send(things(Callers.POWERLESS).found("requests_per_second", "5"));
        missing.assertError(403, "missing_scope", "-");
        assertThat(missing.header("RateLimit")).isEqualTo("\"account\";r=8;t=2");
    }

    @Test
    void exposesTheRateHeadersToBrowsersAndDoesNotCountPreflights() {
        ApiResponse read = send(limited(Callers.FULL).header("Origin", "https://app.example"));
        assertThat(read.header("Access-Control-Expose-Headers")).contains("RateLimit, RateLimit-Policy");
        ApiResponse asked =
                send(ApiRequest.of(Callers.FULL, "OPTIONS", "/things").found("requests_per_second", "1"));
        assertThat(asked.status()).isEqualTo(204);
        assertThat(asked.header("RateLimit")).isEmpty();
    }

    @Test
    void doesNotLimitRequestsWithoutARateFromTheAuthorizer() {
        ApiResponse response = send(things(Callers.FULL));
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("RateLimit")).isEmpty();
    }

    @Test
    void limitsAKeyWithinItsAccount() {
        ApiRequest first =
                things(Callers.HARBOUR).found("requests_per_second", "5").found("key_requests_per_second", "1");
        assertThat(send(first).header("RateLimit-Policy")).isEqualTo("\"key\";q=2;w=2, \"account\";q=10;w=2");
        assertThat(send(first).header("RateLimit")).isEqualTo("\"key\";r=0;t=2, \"account\";r=8;t=2");
        ApiResponse refused = send(first);
        assertThat(refused.assertError(429, "rate_limited", "-").get("message").asText())
                .startsWith("This API key makes more than 1 requests per second.");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.header("RateLimit")).isEqualTo("\"key\";r=0;t=2, \"account\";r=8;t=2");
        assertThat(send(things(Callers.FULL).found("requests_per_second", "5")).header("RateLimit"))
                .isEqualTo("\"account\";r=7;t=2");
    }

    @Test
    void takesWhatARequestCosts() {
        assertThat(send(costly("POST")).header("RateLimit")).isEqualTo("\"account\";r=0;t=2");
        send(costly("POST")).assertError(429, "rate_limited", "-");
        now.set(NOW.plusSeconds(2));
        assertThat(send(costly("PUT")).header("RateLimit")).isEqualTo("\"account\";r=0;t=2");
        send(costly("PUT")).assertError(429, "rate_limited", "-");
    }

    @Test
    void doesNotFailWithTheTableOfRates() {
        SharedTokens broken = (_, _, _, _, _) -> {
            throw new IllegalStateException("unreachable");
        };
        Endpoint unlimited = new Endpoint(
                new RequestGate(Cors.NONE, Callers.FAILING_AUTHENTICATION, broken, now::get, new InMemoryMetrics()),
                new Route("GET", "/things", Scope.EVENTS_READ, (_, _) -> Response.raw(200, "{}")));
        for (int i = 0; i < 9; i++) {
            assertThat(new ApiResponse(unlimited.handle(limited(Callers.FULL).build(), null)).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void evictsTheLeastRecentlyUsedLease() {
        send(limited(Callers.FULL));
        send(limited(Callers.FULL));
        for (int i = 0; i < RequestRates.MAX_LIMITS - 1; i++) {
            send(limited(key(i)));
        }
        send(limited(Callers.FULL)).assertError(429, "rate_limited", "-");
        send(limited(key(RequestRates.MAX_LIMITS)));
        assertThat(send(limited(key(0))).header("RateLimit")).isEqualTo("\"account\";r=1;t=1");
        send(limited(Callers.FULL)).assertError(429, "rate_limited", "-");
    }

    private static Caller key(int number) {
        return new Caller(
                new AccountId("acc_" + number + "x"), new ApiKeyId("key_" + number), Callers.FULL.scopes(), true);
    }

    private static ApiRequest limited(Caller caller) {
        return things(caller).found("requests_per_second", "1");
    }

    private static ApiRequest costly(String method) {
        return ApiRequest.of(Callers.FULL, method, "/things")
                .found("requests_per_second", "5")
                .json("{}");
    }

    private static ApiRequest things(Caller caller) {
        return ApiRequest.of(caller, "GET", "/things");
    }

    private ApiResponse send(ApiRequest request) {
        return new ApiResponse(endpoint.handle(request.build(), null));
    }
}
