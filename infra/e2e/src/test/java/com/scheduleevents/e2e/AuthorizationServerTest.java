package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import com.scheduleevents.local.LocalCloud;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Has the sender of the local cloud get its access tokens from oidc-provider, a certified OpenID provider, and a receiver ask that server whether they are
 * valid. Needs {@code node} and {@code npm}.
 */
@Tag("recipes")
class AuthorizationServerTest {

    @RegisterExtension
    static final CloudLog LOG = CloudLog.of("authorization-server");

    private static final String CLIENT = "schedule:events +";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String SECRET = "hunter2 +%&:=/";

    private final List<String> tokens = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"client_secret_basic", "client_secret_post"})
    void receiverAcceptsTheTokensOfARealServerAndGetsANewOneWhenOneWasRevoked(String method) throws IOException {
        Map<String, String> variables = Map.of("CLIENT_ID", CLIENT, "CLIENT_SECRET", SECRET, "AUTH_METHOD", method);
        try (LocalCloud cloud = SharedClouds.start(
                        SharedClouds.options("authorization-server").withTrust(LocalEndpoint.authority()));
                RecipeProcess provider = RecipeProcess.server(Path.of("src/test/authorization-server"), variables);
                LocalEndpoint server = LocalEndpoint.responding(request -> forwarded(provider, request));
                LocalEndpoint receiver =
                        LocalEndpoint.trusted(request -> isActive(provider, method, request) ? 204 : 401)) {
            ApiClientAccount account = Target.of(cloud.description()).account();
            String webhook = register(account, receiver, server, method);

            deliver(account, webhook);
            assertThat(ask(provider, method, "/token/revocation", tokens.getFirst())
                            .statusCode())
                    .isEqualTo(200);
            deliver(account, webhook);

            assertThat(tokens).hasSize(2).doesNotHaveDuplicates();
        }
    }

    private static String register(
            ApiClientAccount account, LocalEndpoint receiver, LocalEndpoint server, String method) {
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("url", receiver.url().toString());
        body.putArray("types").add("*");
        body.putObject("auth")
                .put("type", "oauth2")
                .put("token_url", server.url().toString())
                .put("client_id", CLIENT)
                .put("client_secret", SECRET)
                .put("token_endpoint_auth_method", method)
                .putArray("scopes")
                .add("events:write");
        HttpsResponse registered = account.post("/v1/webhooks", body.toString());
        assertThat(registered.status()).as(registered.text()).isEqualTo(201);
        return registered.json().path("id").asText();
    }

    /** Has an event delivered in one attempt. */
    private static void deliver(ApiClientAccount account, String webhook) {
        String event = account.record(ChangeSamples.cancelled("cln_harbour", "prv_1"));
        Await.await("an attempt").until(() -> !account.attempts(webhook, event).isEmpty());
        assertThat(account.attempts(webhook, event).getFirst().path("outcome").asText())
                .isEqualTo("succeeded");
    }

    private ServerResponse forwarded(RecipeProcess provider, ServerRequest request) {
        Map<String, String> headers = new HashMap<>(Map.of("Content-Type", FORM));
        if (!header(request, "authorization").isEmpty()) {
            headers.put("Authorization", header(request, "authorization"));
        }
        HttpResponse<String> response = provider.post("/token", headers, request.text());
        tokens.add(HttpsClient.parsed(response.body()).path("access_token").asText());
        return ServerResponse.of(response.statusCode(), "application/json", response.body());
    }

    private static boolean isActive(RecipeProcess provider, String method, ServerRequest request) {
        String token = header(request, "authorization").replace("Bearer ", "");
        JsonNode shown = HttpsClient.parsed(
                ask(provider, method, "/token/introspection", token).body());
        return shown.path("active").asBoolean()
                && shown.path("client_id").asText().equals(CLIENT)
                && shown.path("scope").asText().equals("events:write");
    }

    /** Sends a token to the server as its client. */
    private static HttpResponse<String> ask(RecipeProcess provider, String method, String path, String token) {
        String id = URLEncoder.encode(CLIENT, StandardCharsets.UTF_8);
        String secret = URLEncoder.encode(SECRET, StandardCharsets.UTF_8);
        String body = "token=" + token;
        if (method.equals("client_secret_post")) {
            return provider.post(
                    path, Map.of("Content-Type", FORM), body + "&client_id=" + id + "&client_secret=" + secret);
        }
        String basic = Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(StandardCharsets.UTF_8));
        return provider.post(path, Map.of("Content-Type", FORM, "Authorization", "Basic " + basic), body);
    }

    private static String header(ServerRequest request, String name) {
        return request.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst()
                .orElse("");
    }
}
