package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests deliveries to receivers that ask for an access token. */
@RequiresCapability(SharedClouds.COMPRESSED)
class AccessTokenTest {

    private static final String TYPE = "appointment.booked";

    /** Whose events no other test records. */
    private static final String PROVIDER = "prv_token";

    private static final String UNKNOWN = "{\"error\":\"invalid_client\",\"you_sent\":\"hunter2\"}";

    private final AtomicInteger issued = new AtomicInteger();
    private final AtomicBoolean known = new AtomicBoolean(true);
    private final Set<String> valid = ConcurrentHashMap.newKeySet();

    @Test
    void receiverGetsAnEventWithATokenOrNotAtAll(Target target) {
        try (LocalEndpoint server = LocalEndpoint.responding(this::token);
                LocalEndpoint receiver =
                        LocalEndpoint.trusted(request -> valid.contains(bearer(request)) ? 204 : 401)) {
            JsonNode webhook = register(target, receiver, server);
            String id = webhook.path("id").asText();
            assertThat(webhook.toString()).doesNotContain("hunter2");

            String first = record(target);
            awaitSuccess(target, id, first);
            assertThat(server.requests().getFirst().text())
                    .isEqualTo("grant_type=client_credentials&scope=events%3Awrite");
            assertThat(bearer(receiver.requests().getLast())).isEqualTo("Bearer token-1");

            valid.clear();
            String second = record(target);
            awaitSuccess(target, id, second);
            assertThat(target.account().attempts(id, second))
                    .as("both requests are one attempt")
                    .hasSize(1);
            assertThat(bearer(receiver.requests().getLast())).isEqualTo("Bearer token-2");

            known.set(false);
            valid.clear();
            String third = record(target);
            // The response is stored after the attempt is logged.
            Await.await("the response to an attempt without a token")
                    .until(() -> first(target, id, third).path("response").isObject());
            JsonNode failed = first(target, id, third);
            assertThat(failed.path("outcome").asText()).isEqualTo("no_token");
            assertThat(failed.path("status_code").asInt()).isEqualTo(401);
            assertThat(failed.at("/response/body").asText()).isEqualTo(UNKNOWN.replace("hunter2", "[redacted]"));
            assertThat(receiver.requests())
                    .as("no event without a token that was valid once")
                    .allMatch(request -> bearer(request).startsWith("Bearer token-"));

            known.set(true);
            awaitSuccess(target, id, third);
            // Another test's receiver may get the port.
            target.account().delete("/v1/webhooks/" + id);
        }
    }

    private static JsonNode first(Target target, String webhook, String event) {
        return target.account()
                .get("/v1/webhooks/" + webhook + "/deliveries/" + event)
                .json()
                .at("/attempts/0");
    }

    private static JsonNode register(Target target, LocalEndpoint receiver, LocalEndpoint server) {
        HttpsResponse registered = target.account()
                .post(
                        "/v1/webhooks",
                        "{\"url\":\"" + receiver.url() + "\",\"types\":[\"" + TYPE
                                + "\"],\"filter\":{\"provider_id\":[\"" + PROVIDER
                                + "\"]},\"capture_responses\":true,\"auth\":{\"type\":\"oauth2\",\"token_url\":\""
                                + server.url()
                                + "\",\"client_id\":\"schedule\",\"client_secret\":\"hunter2\",\"scopes\":[\"events:write\"]}}");
        assertThat(registered.status()).as(registered.text()).isEqualTo(201);
        return registered.json();
    }

    private static String record(Target target) {
        return target.account().record(ChangeSamples.of(TYPE, "cln_harbour", PROVIDER));
    }

    private ServerResponse token(ServerRequest request) {
        // "schedule:hunter2"
        boolean right = header(request, "authorization").equals("Basic c2NoZWR1bGU6aHVudGVyMg==");
        if (!known.get() || !right) {
            return ServerResponse.of(401, "application/json", UNKNOWN);
        }
        String token = "token-" + issued.incrementAndGet();
        valid.add("Bearer " + token);
        return ServerResponse.of(
                200,
                "application/json",
                "{\"access_token\":\"" + token + "\",\"token_type\":\"Bearer\",\"expires_in\":3600}");
    }

    private static String bearer(ServerRequest request) {
        return header(request, "authorization");
    }

    private static String header(ServerRequest request, String name) {
        return request.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(header -> header.value())
                .findFirst()
                .orElse("");
    }

    private static void awaitSuccess(Target target, String webhook, String event) {
        Await.await("the delivery").until(() -> target.account().attempts(webhook, event).stream()
                .anyMatch(attempt -> attempt.path("outcome").asText().equals("succeeded")));
    }
}
