package com.scheduleevents.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is served of those whom the gateway let through, and how often. */
class AdmissionTest {

    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");

    private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
    private final Endpoint endpoint = new Endpoint(
            Cors.of("https://app.example"),
            now::get,
            new Route("GET", "/things", Scope.EVENTS_READ, (_, _) -> Response.raw(200, "{}")));

    @Test
    void rejectsAKeyFromItsExpiryOn() {
        Caller ending = new Caller(
                Callers.ACCOUNT,
                new ApiKeyId("key_ending"),
                Callers.FULL.scopes(),
                true,
                Optional.of(NOW.plusMillis(1)));
        assertThat(answer(things(ending)).status()).isEqualTo(200);
        now.set(NOW.plusMillis(1));
        answer(things(ending)).assertError(401, "expired_api_key", "-");
    }

    @Test
    void rejectsAKeyOfASuspendedAccount() {
        answer(things(Callers.FULL).found("account_suspended", "true")).assertError(403, "account_suspended", "-");
        assertThat(answer(things(Callers.FULL).found("account_suspended", "false"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void limitsTheRateAndSaysHowLongToWait() {
        ApiResponse first = answer(limited(Callers.FULL));
        assertThat(first.header("RateLimit-Policy")).isEqualTo("\"default\";q=2;w=2");
        assertThat(first.header("RateLimit")).isEqualTo("\"default\";r=1;t=1");
        assertThat(first.header("Retry-After")).isEmpty();
        assertThat(answer(limited(Callers.FULL)).header("RateLimit")).isEqualTo("\"default\";r=0;t=2");

        ApiResponse refused = answer(limited(Callers.FULL));
        refused.assertError(429, "rate_limited", "-");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.header("RateLimit")).isEqualTo("\"default\";r=0;t=2");
        assertThat(refused.header("RateLimit-Policy")).isEqualTo("\"default\";q=2;w=2");

        assertThat(answer(limited(Callers.HARBOUR)).status()).isEqualTo(200);
        now.set(NOW.plusSeconds(1));
        assertThat(answer(limited(Callers.FULL)).status()).isEqualTo(200);
        answer(limited(Callers.FULL)).assertError(429, "rate_limited", "-");
    }

    @ParameterizedTest
    @CsvSource({"DELETE, 405", "HEAD, 200"})
    void countsErrorResponsesTooAndShowsWhatIsLeft(String method, int status) {
        ApiResponse answer =
                answer(ApiRequest.of(Callers.FULL, method, "/things").found("requests_per_second", "5"));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("RateLimit")).isEqualTo("\"default\";r=9;t=1");
        ApiResponse missing = answer(things(Callers.POWERLESS).found("requests_per_second", "5"));
        missing.assertError(403, "missing_scope", "-");
        assertThat(missing.header("RateLimit")).isEqualTo("\"default\";r=9;t=1");
    }

    @Test
    void exposesTheRateHeadersToBrowsersAndDoesNotCountPreflights() {
        ApiResponse read = answer(limited(Callers.FULL).header("Origin", "https://app.example"));
        assertThat(read.header("Access-Control-Expose-Headers")).contains("RateLimit, RateLimit-Policy");
        ApiResponse asked =
                answer(ApiRequest.of(Callers.FULL, "OPTIONS", "/things").found("requests_per_second", "1"));
        assertThat(asked.status()).isEqualTo(204);
        assertThat(asked.header("RateLimit")).isEmpty();
    }

    @Test
    void doesNotLimitRequestsWithoutARateFromTheAuthorizer() {
        ApiResponse answer = answer(things(Callers.FULL));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("RateLimit")).isEmpty();
    }

    @Test
    void evictsTheLeastRecentlyUsedBucket() {
        answer(limited(Callers.FULL));
        answer(limited(Callers.FULL));
        for (int i = 0; i < TokenBuckets.MAX_KEYS - 1; i++) {
            answer(limited(key(i)));
        }
        answer(limited(Callers.FULL)).assertError(429, "rate_limited", "-");
        answer(limited(key(TokenBuckets.MAX_KEYS)));
        assertThat(answer(limited(key(0))).header("RateLimit")).isEqualTo("\"default\";r=1;t=1");
        answer(limited(Callers.FULL)).assertError(429, "rate_limited", "-");
    }

    private static Caller key(int number) {
        return new Caller(Callers.ACCOUNT, new ApiKeyId("key_" + number), Callers.FULL.scopes(), true);
    }

    private static ApiRequest limited(Caller caller) {
        return things(caller).found("requests_per_second", "1");
    }

    private static ApiRequest things(Caller caller) {
        return ApiRequest.of(caller, "GET", "/things");
    }

    private ApiResponse answer(ApiRequest request) {
        return new ApiResponse(endpoint.handle(request.build(), null));
    }
}
