package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes without saying in the contract: {@code HEAD} beside every {@code GET}, and {@code OPTIONS} at every path. */
@RequiresCapability(SharedClouds.COMPRESSED)
class HeadAndOptionsTest {

    private static final List<String> SAME =
            List.of("Content-Type", "Cache-Control", "ETag", "Allow", "Access-Control-Allow-Origin");

    static Stream<String> read() {
        return Contract.read().operations().stream()
                .filter(operation -> operation.method().equals("GET"))
                .map(Operation::path);
    }

    /** Those of template.yaml; {@code RoutesTest} holds the two together. */
    static Stream<String> all() {
        return Contract.read().operations().stream().map(Operation::path).distinct();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("read")
    void headIsGetWithoutItsBody(String path, Target target) {
        ApiClientAccount account = target.account();
        String event = account.record(ChangeSamples.of("appointment.completed", "cln_harbour", "prv_head"));
        String webhook = account.register(target.receiver().resolve("/hooks/head"), List.of("offer.declined"))
                .path("id")
                .asText();
        String one = path.replace("{event_id}", event)
                .replace("{webhook_id}", webhook)
                .replaceAll("[{}]", "");
        HttpsClient.Answer get = account.send("GET", one, account.json(), "");

        HttpsClient.Answer head = account.send("HEAD", one, account.json(), "");

        assertThat(head.status()).isEqualTo(get.status());
        assertThat(head.text()).isEmpty();
        assertThat(SAME)
                .allSatisfy(name -> assertThat(head.header(name)).as(name).isEqualTo(get.header(name)));
        assertThat(account.delete("/v1/webhooks/" + webhook).status()).isEqualTo(204);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void aWebsiteThatMayCallIsToldSoBeforehandAndNoOther(String path, Target target) {
        HttpsClient.Answer allowed = preflight(target, path, SharedClouds.WEBSITE);
        HttpsClient.Answer refused = preflight(target, path, "https://elsewhere.example.com");

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

    /** A browser asks without the API key. */
    private static HttpsClient.Answer preflight(Target target, String path, String origin) {
        Map<String, String> headers = Map.of(
                "Origin", origin,
                "Access-Control-Request-Method", "GET",
                "Access-Control-Request-Headers", "authorization");
        return target.account().send("OPTIONS", path.replaceAll("\\{[^}]+}", "x"), headers, "");
    }
}
