package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the scopes, expiry, rate limit and webhook limit of API keys, which gateway and functions enforce together. */
@RequiresCapability(SharedClouds.STANDARD)
class KeysTest {

    private OperatorCalls operator = new OperatorCalls(Path.of(""));
    private String account = "";

    @BeforeEach
    void open(StackAccess stack) {
        operator = stack.operator();
        account = "acc_" + UUID.randomUUID();
        operator.run("account", "open", "--id", account, "--email", "owner@keys.example", "--name", "Keys");
        operator.run("clinic", "add", account, clinic("north"));
        operator.run("clinic", "add", account, clinic("south"));
    }

    @Test
    void keyIssuesANarrowerKeyThatWorksUntilRevoked(Target target) {
        target.needs(Capability.GATEWAY_RESPONSES);
        ApiClientAccount owner = target.withKey(issued("events:read,events:write,keys:write", "--all-clinics"));
        JsonNode made = created(
                owner,
                "{\"description\":\"Front desk\",\"scopes\":[\"events:write\"],\"clinic_ids\":[\"" + clinic("north")
                        + "\"]}");
        ApiClientAccount desk = target.withKey(made.path("secret").asText());

        assertThat(made.path("secret").asText()).startsWith("sk_live_");
        assertThat(recorded(desk, "north")).isEqualTo(201);
        assertThat(recorded(desk, "south")).isEqualTo(403);
        assertThat(desk.get("/v1/events").status()).isEqualTo(403);
        assertThat(desk.get("/v1/api_keys").status()).isEqualTo(403);
        assertThat(desk.get("/v1/account").json().at("/api_key/id")).isEqualTo(made.path("id"));

        String path = "/v1/api_keys/" + made.path("id").asText();
        assertThat(owner.get(path).json().path("last_used_on").asText()).matches("[0-9]{4}-[0-9]{2}-[0-9]{2}");
        assertThat(owner.walk("/v1/api_keys?limit=1")).hasSize(2);
        assertThat(made.path("created_by"))
                .isEqualTo(owner.get("/v1/account").json().at("/api_key/id"));
        assertThat(owner.delete(path).status()).isEqualTo(200);
        assertThat(owner.delete(path).status()).isEqualTo(404);
        assertThat(owner.walk("/v1/api_keys?limit=1")).hasSize(1);
        // The gateway may cache the authorizer's result.
        Await.await("the rejection").until(() -> recorded(desk, "north") == 401);
    }

    @Test
    void keyCannotGrantMoreThanItsOwnAccess(Target target) {
        ApiClientAccount reader = target.withKey(issued("events:read,keys:write", "--clinic", clinic("north")));

        assertThat(refused(reader, "[\"events:write\"]", "[\"" + clinic("north") + "\"]"))
                .isEqualTo("missing_scope");
        assertThat(refused(reader, "[\"events:read\"]", "null")).isEqualTo("clinic_not_allowed");
        assertThat(refused(reader, "[\"events:read\"]", "[\"" + clinic("south") + "\"]"))
                .isEqualTo("clinic_not_allowed");
        assertThat(refused(reader, "[\"events:read\"]", "[\"cln_harbour\"]")).isEqualTo("clinic_not_allowed");
        assertThat(reader.walk("/v1/api_keys?limit=100")).hasSize(1);
    }

    @Test
    void keyIsRejectedAfterItsExpiryDespiteTheAuthorizerCache(Target target) {
        target.needs(Capability.GATEWAY_RESPONSES);
        ApiClientAccount owner = target.withKey(issued("events:write,keys:write", "--all-clinics"));
        Instant tomorrow = Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MILLIS);
        JsonNode made = created(
                owner, "{\"scopes\":[\"events:write\"],\"clinic_ids\":null,\"expires_at\":\"" + tomorrow + "\"}");
        assertThat(made.path("expires_at").asText())
                .startsWith(tomorrow.toString().substring(0, 19));
        assertThat(recorded(target.withKey(made.path("secret").asText()), "north"))
                .isEqualTo(201);

        // On a slow machine it has expired before its first request.
        String soon = Instant.now().plusSeconds(10).toString();
        ApiClientAccount brief = target.withKey(issued("events:write", "--all-clinics", "--expires-at", soon));
        Await.await("the expiry").until(() -> recorded(brief, "north") == 401);
        assertThat(code(brief.get("/v1/account"))).isEqualTo("expired_api_key");

        String over = issued("events:write", "--all-clinics", "--expires-at", "2026-01-01T00:00:00Z");
        assertThat(code(target.withKey(over).get("/v1/account"))).isEqualTo("expired_api_key");
    }

    @Test
    void rolledKeyIsRejectedAtOnceWhenItExpiresAtOnce(Target target) throws IOException {
        target.needs(Capability.GATEWAY_RESPONSES);
        String old = operator.run("key", "issue", account, "--scope", "events:write", "--all-clinics", "--json");
        String rolled = operator.run(
                "key", "roll", account, HttpsClient.parsed(old).path("key").asText(), "--expires-in", "0", "--json");

        ApiClientAccount before =
                target.withKey(HttpsClient.parsed(old).path("secret").asText());
        ApiClientAccount after =
                target.withKey(HttpsClient.parsed(rolled).path("secret").asText());
        assertThat(code(before.get("/v1/account"))).isEqualTo("expired_api_key");
        assertThat(recorded(after, "north")).isEqualTo(201);
    }

    @Test
    void accountCannotExceedItsWebhookLimit(Target target) throws InterruptedException, ExecutionException {
        operator.run("account", "limit", account, "--webhooks", "3");
        ApiClientAccount owner = target.withKey(issued("webhooks:write,webhooks:read", "--all-clinics"));
        String registration = "{\"url\":\"" + target.receiver().resolve("/hooks/limit") + "\",\"types\":[\"*\"]}";

        List<HttpsResponse> responses = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            List<Callable<HttpsResponse>> registrations =
                    Collections.nCopies(6, () -> owner.post("/v1/webhooks", registration));
            for (Future<HttpsResponse> response : pool.invokeAll(registrations)) {
                responses.add(response.get());
            }
        }
        assertThat(responses).extracting(HttpsResponse::status).containsOnly(201, 409);
        assertThat(owner.walk("/v1/webhooks?limit=100")).hasSize(3);
        HttpsResponse refused = owner.post("/v1/webhooks", registration);
        assertThat(code(refused)).isEqualTo("webhook_limit");
        assertThat(refused.json().at("/error/message").asText()).contains("has 3 webhooks");

        String one = owner.walk("/v1/webhooks?limit=1").getFirst().path("id").asText();
        assertThat(owner.delete("/v1/webhooks/" + one).status()).isEqualTo(204);
        assertThat(owner.delete("/v1/webhooks/" + one).status()).isEqualTo(404);
        assertThat(owner.post("/v1/webhooks", registration).status()).isEqualTo(201);
        assertThat(code(owner.post("/v1/webhooks", registration))).isEqualTo("webhook_limit");
    }

    private String issued(String scopes, String... more) {
        String[] command = Stream.concat(
                        Stream.of("key", "issue", account, "--scope", scopes, "--json"), Stream.of(more))
                .toArray(String[]::new);
        return HttpsClient.parsed(operator.run(command)).path("secret").asText();
    }

    private static JsonNode created(ApiClientAccount account, String body) {
        HttpsResponse response = account.post("/v1/api_keys", body);
        assertThat(response.status()).as(response.text()).isEqualTo(201);
        return response.json();
    }

    private static String refused(ApiClientAccount account, String scopes, String clinics) {
        HttpsResponse response =
                account.post("/v1/api_keys", "{\"scopes\":" + scopes + ",\"clinic_ids\":" + clinics + "}");
        assertThat(response.status()).as(response.text()).isEqualTo(403);
        return code(response);
    }

    private int recorded(ApiClientAccount with, String name) {
        return with.post("/v1/events", ChangeSamples.cancelled(clinic(name), "prv_keys"))
                .status();
    }

    private String clinic(String name) {
        return "cln_" + name + account.substring(account.length() - 8);
    }

    private static String code(HttpsResponse response) {
        return response.json().at("/error/code").asText();
    }
}
