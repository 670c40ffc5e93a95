package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what the contract does not list: {@code HEAD} beside every {@code GET}, and {@code OPTIONS} at every path. */
@RequiresCapability(SharedClouds.COMPRESSED)
class HeadAndOptionsTest {

    private static final List<String> SAME =
            List.of("Content-Type", "Cache-Control", "ETag", "Allow", "Access-Control-Allow-Origin");

    static Stream<String> read() {
        return Contract.read().operations().stream()
                .filter(operation -> operation.method().equals("GET"))
                .map(Operation::path);
    }

    /** The paths of template.yaml; {@code RoutesTest} checks that the contract has the same. */
    static Stream<String> all() {
        return Contract.read().operations().stream().map(Operation::path).distinct();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("read")
    void headReturnsTheHeadersOfGet(String path, Target target) {
        ApiClientAccount account = target.account();
        String one = existing(path, account, target);
        HttpsResponse get = account.send("GET", one, account.json(), "");

        // What a list contains may change between two requests, because other tests use the account.
        HttpsResponse head = Await.await("a HEAD with the length of the GET before it")
                .until(
                        () -> account.send("HEAD", one, account.json(), ""),
                        response -> response.header("Content-Length").equals(length(account, one)));

        assertThat(head.status()).isEqualTo(get.status());
        assertThat(head.text()).isEmpty();
        assertThat(SAME)
                .allSatisfy(name -> assertThat(head.header(name)).as(name).isEqualTo(get.header(name)));
    }

    /** A HEAD takes nothing from a queue, because its response has no body: it has the length of a page without deliveries. */
    @Test
    void headOfAQueueHasTheLengthOfAnEmptyPageAndTakesNothing(Target target) {
        ApiClientAccount account = target.account();
        String id = account.post("/v1/webhooks", """
                        {"mode": "pull", "types": ["offer.declined"]}""").json().path("id").asText();
        String queue = "/v1/webhooks/" + id + "/queue";
        HttpsResponse empty = account.get(queue);
        account.post("/v1/webhooks/" + id + "/test", """
                {"type": "offer.declined"}""");
        Await.await("the test event in the queue")
                .until(() -> account.webhook(id).at("/health/backlog").asInt() == 1);

        HttpsResponse head = account.send("HEAD", queue, account.json(), "");

        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Length"))
                .isEqualTo(empty.header("Content-Length"))
                .matches("[1-9][0-9]*");
        assertThat(account.get(queue).json().path("data")).hasSize(1);
    }

    private static String length(ApiClientAccount account, String path) {
        String length = account.send("GET", path, account.json(), "").header("Content-Length");
        assertThat(length).matches("[1-9][0-9]*");
        return length;
    }

    /** The path with the ids of an event and a webhook, which are created only where the path needs them. */
    private static String existing(String path, ApiClientAccount account, Target target) {
        String one = path;
        if (path.contains("{webhook_id}")) {
            URI receiver = target.receiver().resolve("/hooks/head");
            one = path.replace(
                    "{webhook_id}",
                    account.register(receiver, List.of("offer.declined"))
                            .path("id")
                            .asText());
        } else if (path.contains("{event_id}")) {
            String event = ChangeSamples.of("appointment.completed", "cln_harbour", "prv_head");
            one = path.replace("{event_id}", account.record(event));
        }
        return one.replaceAll("[{}]", "");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void preflightAllowsConfiguredOriginsOnly(String path, Target target) {
        HttpsResponse allowed = preflight(target, path, SharedClouds.WEBSITE);
        HttpsResponse refused = preflight(target, path, "https://elsewhere.example.com");

        assertThat(List.of(allowed.status(), refused.status())).containsOnly(204);
        assertThat(allowed.header("Access-Control-Allow-Origin")).isEqualTo(SharedClouds.WEBSITE);
        assertThat(allowed.header("Access-Control-Allow-Methods"))
                .isEqualTo(allowed.header("Allow"))
                .isNotEmpty();
        assertThat(allowed.header("Access-Control-Allow-Headers"))
                .contains("Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match");
        assertThat(refused.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
        assertThat(List.of(allowed.header("Vary"), refused.header("Vary"))).containsOnly("Origin");
        assertThat(refused.header("Allow")).isEqualTo(allowed.header("Allow"));
    }

    /** A browser sends preflight requests without the API key. */
    private static HttpsResponse preflight(Target target, String path, String origin) {
        Map<String, String> headers = Map.of(
                "Origin", origin,
                "Access-Control-Request-Method", "GET",
                "Access-Control-Request-Headers", "authorization");
        return target.account().send("OPTIONS", path.replaceAll("\\{[^}]+}", "x"), headers, "");
    }
}
