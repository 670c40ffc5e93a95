package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.oauth.ClientCredentials;
import com.scheduleevents.domain.oauth.OAuthClient;
import com.scheduleevents.domain.oauth.OAuthClient.Method;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.receiver.ResponseCapture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TokenEndpointTest {

    private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");
    private static final String SECRET = "hunter2 +%&:=/";

    @Test
    void sendsTheSecretInTheHeaderAndEncodesBothParts() {
        AttemptRequest request =
                request(Method.CLIENT_SECRET_BASIC, List.of("events:write", "b"), Optional.of("https://x/?a&b"));

        assertThat(request.url()).isEqualTo("https://auth.example.com/token");
        assertThat(request.body())
                .isEqualTo("grant_type=client_credentials&scope=events%3Awrite+b&audience=https%3A%2F%2Fx%2F%3Fa%26b");
        assertThat(decoded(request)).isEqualTo("id%3A1:hunter2+%2B%25%26%3A%3D%2F");
        assertThat(request.headers())
                .containsEntry("Content-Type", "application/x-www-form-urlencoded")
                .containsEntry("Accept", "application/json");
        assertThat(request.captures()).isEqualTo(ResponseCapture.OF_ANY);
        assertThat(request.timeout()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void sendsTheSecretInTheBodyWhereTheServerWantsThat() {
        AttemptRequest request = request(Method.CLIENT_SECRET_POST, List.of(), Optional.empty());

        assertThat(request.body())
                .isEqualTo("grant_type=client_credentials&client_id=id%3A1&client_secret=hunter2+%2B%25%26%3A%3D%2F");
        assertThat(request.headers()).doesNotContainKey("Authorization");
    }

    @Test
    void secretsAreAllFormsInWhichARequestContainsOne() {
        ClientCredentials credentials = credentials(Method.CLIENT_SECRET_BASIC, List.of(), Optional.empty());
        String basic = TokenEndpoint.request(credentials, Duration.ofSeconds(5))
                .headers()
                .getOrDefault("Authorization", "");

        assertThat(TokenEndpoint.secrets(credentials))
                .contains(SECRET, "hunter2+%2B%25%26%3A%3D%2F", basic, basic.substring("Basic ".length()));
        assertThat(credentials.toString()).doesNotContain("hunter2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"access_token\": \"abc\", \"token_type\": \"Bearer\", \"expires_in\": 3600}   | 3570",
                "{\"access_token\": \"abc\", \"token_type\": \"bearer\", \"expires_in\": \"60\"} | 54",
                "{\"access_token\": \"abc\", \"token_type\": \"BEARER\"}                         | 270",
                "{\"access_token\": \"abc\", \"token_type\": \"bearer\", \"expires_in\": -1}     | 270",
                "{\"access_token\": \"abc\", \"token_type\": \"bearer\", \"expires_in\": 1e99}   | 270",
                "{\"access_token\": \"abc\", \"token_type\": \"bearer\", \"expires_in\": 9999999999} | 86370"
            })
    void keepsATokenUntilShortlyBeforeItsEnd(String body, long seconds) {
        assertThat(TokenEndpoint.token(responded(200, body, false), NOW))
                .contains(new AccessToken("abc", NOW, NOW.plusSeconds(seconds)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "400 | {\"access_token\": \"abc\", \"token_type\": \"bearer\"}         | false",
                "200 | {\"access_token\": \"abc\", \"token_type\": \"bearer\"}         | true",
                "200 | {\"access_token\": \"abc\", \"token_type\": \"mac\"}            | false",
                "200 | {\"access_token\": \"abc\"}                                     | false",
                "200 | {\"access_token\": \"\", \"token_type\": \"bearer\"}            | false",
                "200 | {\"access_token\": 7, \"token_type\": \"bearer\"}               | false",
                "200 | {\"access_token\": \"a b\", \"token_type\": \"bearer\"}         | false",
                "200 | {\"access_token\": \"a\\r\\nX: y\", \"token_type\": \"bearer\"} | false",
                "200 | {\"access_token\": \"ä\", \"token_type\": \"bearer\"}           | false",
                "200 | {\"access_token\":                                              | false",
                "200 | [\"abc\"]                                                       | false",
                "200 | ``                                                              | false"
            })
    void takesNothingElseForAToken(int status, String body, boolean truncated) {
        assertThat(TokenEndpoint.token(responded(status, body, truncated), NOW)).isEmpty();
    }

    @Test
    void noResponseHasNoToken() {
        assertThat(TokenEndpoint.token(
                        new AttemptOutcome(OutcomeClass.TIMEOUT, null, Duration.ofSeconds(5), null), NOW))
                .isEmpty();
    }

    @Test
    void tokenIsNotPrinted() {
        assertThat(new AccessToken("hunter2", NOW, NOW).toString()).doesNotContain("hunter2");
    }

    private static String decoded(AttemptRequest request) {
        String header =
                Optional.ofNullable(request.headers().get("Authorization")).orElseThrow();
        assertThat(header).startsWith("Basic ");
        return new String(Base64.getDecoder().decode(header.substring("Basic ".length())), StandardCharsets.UTF_8);
    }

    private static AttemptOutcome responded(int status, String body, boolean truncated) {
        return new AttemptOutcome(
                        status == 200 ? OutcomeClass.SUCCEEDED : OutcomeClass.STATUS, status, Duration.ZERO, null)
                .with(new CapturedResponse(Optional.of("application/json"), body, truncated));
    }

    private static AttemptRequest request(Method method, List<String> scopes, Optional<String> audience) {
        return TokenEndpoint.request(credentials(method, scopes, audience), Duration.ofSeconds(5));
    }

    private static ClientCredentials credentials(Method method, List<String> scopes, Optional<String> audience) {
        return new ClientCredentials(
                new OAuthClient("https://auth.example.com/token", "id:1", scopes, audience, method), SECRET);
    }
}
