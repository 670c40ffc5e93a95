package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the request rates of accounts and of keys within them. */
@RequiresCapability(SharedClouds.STANDARD)
class RateLimitTest {

    /** The header of an account that owes ten seconds or more. A request alone costs a second. */
    private static final String A_BATCH_IS_OWED = "\"account\";r=0;t=[1-9][0-9]+";

    private OperatorCalls operator = new OperatorCalls(Path.of(""));
    private String account = "";

    @BeforeEach
    void open(StackAccess stack) {
        operator = stack.operator();
        account = "acc_" + UUID.randomUUID();
        operator.run("account", "open", "--id", account, "--email", "owner@rates.example", "--name", "Rates");
        operator.run("clinic", "add", account, clinic());
    }

    /** Each function has its own permission to take tokens, and all of them take those of the same account. */
    @ParameterizedTest
    @ValueSource(strings = {"/v1/account", "/v1/addresses", "/v1/events", "/v1/webhooks", "/v1/usage", "/v1/api_keys"})
    void requestsAboveTheLimitGet429WithRetryAfter(String path, Target target) {
        limit(1);
        ApiClientAccount hasty = target.withKey(issued());

        HttpsResponse first = hasty.get(path);
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.header("RateLimit-Policy")).isEqualTo("\"account\";q=2;w=2");
        // Usage of today costs two more, which the account then owes.
        assertThat(first.header("RateLimit")).matches("\"account\";r=[0-2];t=[0-3]");
        HttpsResponse refused = refusedInDebt(hasty, path);
        assertThat(refused.json().at("/error/code").asText()).isEqualTo("rate_limited");
        assertThat(refused.header("Retry-After")).matches("[1-9][0-9]*");
        assertThat(refused.header("RateLimit")).matches("\"account\";r=0;t=[0-9]+");
    }

    @Test
    void operatorRestoresTheDefault(Target target) {
        limit(1);
        operator.run("account", "limit", account, "--requests-per-second", "default");
        assertThat(target.withKey(issued()).get("/v1/account").header("RateLimit-Policy"))
                .isEqualTo("\"account\";q=20000;w=2");
        assertThat(operator.run("account", "show", account)).containsPattern("requests per second +default");
    }

    @Test
    void limitOfAKeyAppliesWithinThatOfItsAccount(Target target) {
        limit(1000);
        String scopes = "keys:write,events:read,events:write";
        String issued = operator.run("key", "issue", account, "--scope", scopes, "--all-clinics", "--json");
        String key = HttpsClient.parsed(issued).path("key").asText();
        operator.run("key", "limit", account, key, "--requests-per-second", "1");
        ApiClientAccount slow =
                target.withKey(HttpsClient.parsed(issued).path("secret").asText());

        String narrower = "{\"scopes\":[\"events:read\"],\"clinic_ids\":null}";
        HttpsResponse made = slow.post("/v1/api_keys", narrower);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        ApiClientAccount inherited = target.withKey(made.json().path("secret").asText());
        assertThat(inherited.get("/v1/account").header("RateLimit-Policy"))
                .isEqualTo("\"key\";q=2;w=2, \"account\";q=2000;w=2");

        HttpsResponse refused = refusedInDebt(slow, "/v1/account");
        assertThat(refused.json().at("/error/message").asText())
                .startsWith("This API key makes more than 1 requests per second.");
        assertThat(refused.header("RateLimit-Policy")).isEqualTo("\"key\";q=2;w=2, \"account\";q=2000;w=2");
        ApiClientAccount other = target.withKey(issued());
        assertThat(other.get("/v1/account").header("RateLimit-Policy")).isEqualTo("\"account\";q=2000;w=2");
    }

    @Test
    void batchCountsAsManyTimesAsItHasItems(Target target) {
        limit(1);
        ApiClientAccount producer = target.withKey(issued());

        // On a slow machine the account may owe nothing any more when the response is made, so that it tries again.
        Await.await("a recorded batch that the account still owes")
                .until(
                        () -> recordBatch(producer),
                        recorded -> recorded.status() == 200
                                && recorded.header("RateLimit").matches(A_BATCH_IS_OWED));
        HttpsResponse refused =
                Await.await("a refused batch").until(() -> recordBatch(producer), response -> response.status() == 429);
        assertThat(refused.header("Retry-After")).matches("[1-9][0-9]*");
    }

    /** Two requests are what the account may make at once, so the limit is reached by waiting. */
    @Test
    void waitingForDeliveriesCountsTowardsTheLimit(Target target) {
        limit(1);
        ApiClientAccount consumer = target.withKey(issued());
        HttpsResponse made = consumer.post("/v1/webhooks", "{\"mode\":\"pull\",\"types\":[\"*\"]}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String queue = "/v1/webhooks/" + made.json().path("id").asText() + "/queue";

        HttpsResponse refused = consumer.get(queue + "?wait=20");

        assertThat(refused.json().at("/error/code").asText()).isEqualTo("rate_limited");
        assertThat(refused.header("RateLimit")).matches("\"account\";r=0;t=[0-9]+");
        Await.await("a token for a request that does not wait")
                .until(() -> consumer.get(queue).status() == 200);
    }

    /**
     * The first request that is refused while a batch is being paid off, which takes longer than any request. An environment that sees less
     * than a tenth of the rate does not ask what others took, so it may grant the first one.
     */
    private HttpsResponse refusedInDebt(ApiClientAccount hasty, String path) {
        return Await.await("a refused request")
                .until(
                        () -> {
                            hasty.post("/v1/events/batch", batchOf("{}"));
                            return hasty.get(path);
                        },
                        response -> response.status() != 200);
    }

    private HttpsResponse recordBatch(ApiClientAccount producer) {
        return producer.post(
                "/v1/events/batch", batchOf("{\"event\":" + ChangeSamples.cancelled(clinic(), "prv_rates") + "}"));
    }

    /** As many items as a request can have: it costs their number, even if they are invalid, and what is not there is owed. */
    private static String batchOf(String item) {
        return "{\"data\":[" + String.join(",", Collections.nCopies(100, item)) + "]}";
    }

    private void limit(int perSecond) {
        operator.run("account", "limit", account, "--requests-per-second", Integer.toString(perSecond));
    }

    private String issued() {
        return HttpsClient.parsed(operator.run(
                        "key",
                        "issue",
                        account,
                        "--scope",
                        "events:read,events:write,webhooks:read,webhooks:write,webhooks:pull,keys:write,usage:read",
                        "--all-clinics",
                        "--json"))
                .path("secret")
                .asText();
    }

    private String clinic() {
        return "cln_rates" + account.substring(account.length() - 8);
    }
}
