package com.scheduleevents.local.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.emulator.http.HtmlPage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.net.ssl.SSLHandshakeException;
import okhttp3.tls.Certificates;
import okhttp3.tls.HandshakeCertificates;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemoReceiverTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr";
    private static final String OTHER = "whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr";

    private final LocalAuthority authority = LocalAuthority.in(Optional.empty());
    private final DemoReceiver receiver = new DemoReceiver(authority, Optional.empty(), 0);
    private final HttpClient client = client(authority);

    @AfterEach
    void close() {
        receiver.close();
        client.shutdownNow();
    }

    @Test
    void verifiesBothSignaturesAndKnowsRepeats() throws Exception {
        tell("in", "{\"secret\":\"" + SECRET + "\"}");

        assertThat(deliver("in", "evt_1", now(), SECRET).statusCode()).isEqualTo(200);
        assertThat(deliver("in", "evt_1", now(), SECRET).statusCode()).isEqualTo(200);
        assertThat(deliver("in", "evt_2", now(), SECRET).statusCode()).isEqualTo(200);

        JsonNode list = json("/received?inbox=in");
        assertThat(list).hasSize(3);
        assertThat(list.get(0).path("id").asText()).isEqualTo("evt_1");
        assertThat(list.get(0).path("type").asText()).isEqualTo("appointment.cancelled");
        assertThat(list.get(0).path("attempt").asText()).isEqualTo("3");
        assertThat(list.get(0).path("verified").asBoolean()).isTrue();
        assertThat(list.get(0).path("duplicate").asBoolean()).isFalse();
        assertThat(list.get(0).path("status").asInt()).isEqualTo(200);
        assertThat(list.get(0).path("body").asText()).isEqualTo(body("evt_1"));
        assertThat(list.get(0).at("/headers/webhook-id").asText()).isEqualTo("evt_1");
        assertThat(list.get(1).path("duplicate").asBoolean()).isTrue();
        assertThat(json("/received?count=1").path("in"))
                .hasToString("{\"deliveries\":3,\"accepted\":3,\"distinct_ids\":2,\"verified\":3}");
        assertThat(json("/received?inbox=out")).isEmpty();
        assertThat(get("/").body())
                .contains("evt_1 (again)", "verified", HtmlPage.text(body("evt_1")))
                .doesNotContainPattern(":\\d\\d\\.\\d");
    }

    @ParameterizedTest
    @CsvSource({
        "0,    true,  true,  200",
        "-290, true,  true,  200",
        "-310, true,  true,  400",
        "0,    false, true,  400",
        "0,    true,  false, 400"
    })
    void rejectsStaleOrWronglySignedRequests(long age, boolean service, boolean standard, int status) throws Exception {
        tell("in", "{\"secrets\":[\"" + OTHER + "\",\"" + SECRET + "\"]}");
        long timestamp = now() + age;
        String wrong = "whsec_BBBB9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr";

        HttpResponse<String> response = client.send(
                delivery("in", "evt_1", timestamp)
                        .header("Service-Signature", Signer.service(timestamp, body("evt_1"), service ? SECRET : wrong))
                        .header(
                                "webhook-signature",
                                Signer.standard("evt_1", timestamp, body("evt_1"), standard ? SECRET : wrong))
                        .build(),
                BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(status);
        JsonNode kept = json("/received").get(0);
        assertThat(kept.path("verified").asBoolean()).isEqualTo(status == 200);
        assertThat(kept.path("note").asText().isEmpty()).isEqualTo(status == 200);
    }

    @Test
    void takesEitherSecretDuringRotation() throws Exception {
        for (String known : new String[] {SECRET, OTHER}) {
            tell("in", "{\"secret\":\"" + known + "\"}");
            assertThat(deliver("in", "evt_" + known.hashCode(), now(), SECRET, OTHER)
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(json("/received?count=1").at("/in/verified").asInt()).isEqualTo(2);
    }

    @Test
    void acceptsUnverifiedRequestsWithoutASecret() throws Exception {
        assertThat(deliver("in", "evt_1", now(), SECRET).statusCode()).isEqualTo(200);
        assertThat(deliver("in", "evt_2", now() - 301, SECRET).statusCode()).isEqualTo(400);
        assertThat(post("/", "no json").statusCode()).isEqualTo(200);

        JsonNode list = json("/received");
        assertThat(list.get(0).path("verified").asBoolean()).isFalse();
        assertThat(list.get(0).path("note").asText()).isEqualTo("no secret known");
        assertThat(list.get(2).path("inbox").asText()).isEqualTo("default");
    }

    @Test
    void followsAnOrderForItsNumberOfDeliveries() throws Exception {
        order("{\"do\":\"status\",\"status\":503,\"retry_after\":120,\"times\":2}");
        order("{\"do\":\"status\",\"status\":204,\"inbox\":\"other\"}");

        HttpResponse<String> first = deliver("in", "evt_1", now(), SECRET);
        assertThat(first.statusCode()).isEqualTo(503);
        assertThat(first.headers().firstValue("Retry-After")).contains("120");
        assertThat(deliver("other", "evt_1", now(), SECRET).statusCode()).isEqualTo(204);
        assertThat(deliver("in", "evt_1", now(), SECRET).statusCode()).isEqualTo(503);
        assertThat(deliver("in", "evt_1", now(), SECRET).statusCode()).isEqualTo(200);
        assertThat(deliver("other", "evt_1", now(), SECRET).statusCode()).isEqualTo(204);

        assertThat(json("/received?inbox=in").findValuesAsText("duplicate")).containsOnly("false");
        assertThat(json("/orders")).hasSize(1);
        delete("/orders");
        assertThat(deliver("other", "evt_1", now(), SECRET).statusCode()).isEqualTo(200);
    }

    @Test
    void supportsEveryOrder() throws Exception {
        order("{\"do\":\"redirect\",\"times\":1}");
        HttpResponse<String> redirect = deliver("in", "evt_1", now(), SECRET);
        assertThat(redirect.statusCode()).isEqualTo(302);
        assertThat(redirect.headers().firstValue("Location")).contains("/hooks/redirected");

        order("{\"do\":\"slow\",\"seconds\":0.01,\"times\":1}");
        assertThat(deliver("in", "evt_1", now(), SECRET).statusCode()).isEqualTo(200);

        order("{\"do\":\"drip\",\"seconds\":0.001,\"status\":418,\"times\":1}");
        assertThat(deliver("in", "evt_1", now(), SECRET).statusCode()).isEqualTo(418);

        order("{\"do\":\"large\",\"times\":1}");
        assertThat(deliver("in", "evt_1", now(), SECRET).body()).hasSize(1024 * 1024);
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "reset"})
    void endsConnectionsWithoutAResponse(String how) throws Exception {
        order("{\"do\":\"" + how + "\",\"times\":1}");

        assertThatThrownBy(() -> client.send(signed("in", "evt_1", now(), SECRET), BodyHandlers.ofString()))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(HttpTimeoutException.class);
        assertThat(json("/received").get(0).path("status").isNull()).isTrue();
        assertThat(deliver("in", "evt_1", now(), SECRET).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hang", "drip"})
    void keepsClientsWaiting(String how) throws Exception {
        order("{\"do\":\"" + how + "\",\"seconds\":3600,\"times\":1}");
        CompletableFuture<?> waiting = client.sendAsync(signed("in", "evt_1", now(), SECRET), BodyHandlers.ofString());

        Awaitility.await("the delivery")
                .atMost(Duration.ofMinutes(2))
                .until(() -> json("/received").size() == 1);
        assertThat(deliver("in", "evt_2", now(), SECRET).statusCode()).isEqualTo(200);
        assertThat(waiting).isNotDone();
        waiting.cancel(true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "nonsense",
                "{\"do\":\"explode\"}",
                "{\"do\":\"status\",\"status\":99}",
                "{\"do\":\"hang\",\"times\":0}",
                "{\"do\":\"hang\",\"forever\":true}"
            })
    void rejectsUnknownOrders(String order) throws Exception {
        assertThat(post("/orders", order).statusCode()).isEqualTo(400);
        assertThat(json("/orders")).isEmpty();
    }

    @Test
    void describesItsRoutes() throws Exception {
        assertThat(get("/help").body()).contains(receiver.url() + "/orders", "retry_after", "whsec_");
        assertThat(get("/nowhere").statusCode()).isEqualTo(404);
        assertThat(put("/secrets/in", "{\"secret\":\"nonsense\"}").statusCode()).isEqualTo(400);
    }

    @Test
    void countsMoreRequestsThanItKeeps() {
        ReceivedDeliveries received = new ReceivedDeliveries();
        IntStream.range(0, 10_005)
                .forEach(i -> received.add(new ReceivedDelivery(
                        "",
                        "in",
                        "evt_" + i,
                        "",
                        Optional.empty(),
                        true,
                        "",
                        false,
                        Optional.of(200),
                        java.util.Map.of(),
                        "")));

        assertThat(received.all()).hasSize(10_000);
        assertThat(received.totals().get("in"))
                .isEqualTo(new ReceivedDeliveries.Totals(10_005, 10_005, 10_005, 10_005));
    }

    /** Each of a hundred senders delivers five events, one after the other: a connection takes longer than a delivery. */
    @Test
    void servesManyAtOnce() throws Exception {
        tell("in", "{\"secret\":\"" + SECRET + "\"}");
        CompletableFuture<?>[] all = IntStream.range(0, 100)
                .mapToObj(sender -> deliverOneByOne(5 * sender, 5 * sender + 5))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(all).join();

        assertThat(json("/received?count=1").at("/in/distinct_ids").asInt()).isEqualTo(500);
        delete("/received");
        assertThat(json("/received?count=1")).isEmpty();
    }

    @Test
    void keepsItsAuthorityAndSecretsOverARestart(@TempDir Path data) throws Exception {
        LocalAuthority kept = LocalAuthority.in(Optional.of(data));
        LocalAuthority again = LocalAuthority.in(Optional.of(data));
        assertThat(again.caPem()).isEqualTo(kept.caPem()).startsWith("-----BEGIN CERTIFICATE-----");

        new ReceiverSecrets(Optional.of(data.resolve("s.json"))).put("in", java.util.List.of(SECRET));
        assertThat(new ReceiverSecrets(Optional.of(data.resolve("s.json"))).of("in"))
                .containsExactly(SECRET);

        try (DemoReceiver restarted = new DemoReceiver(again, Optional.of(data), 0);
                HttpClient trusting = client(kept);
                HttpClient stranger = HttpClient.newHttpClient()) {
            for (String host : new String[] {"localhost", "127.0.0.1"}) {
                URI help = URI.create("https://" + host + ":" + restarted.url().getPort() + "/help");
                HttpRequest request = HttpRequest.newBuilder(help).build();
                assertThat(trusting.send(request, BodyHandlers.discarding()).statusCode())
                        .isEqualTo(200);
                assertThatThrownBy(() -> stranger.send(request, BodyHandlers.discarding()))
                        .isInstanceOf(SSLHandshakeException.class);
            }
        }
    }

    private CompletableFuture<?> deliverOneByOne(int from, int to) {
        if (from == to) {
            return CompletableFuture.completedFuture(null);
        }
        return client.sendAsync(signed("in", "evt_" + from, now(), SECRET), BodyHandlers.ofString())
                .thenCompose(_ -> deliverOneByOne(from + 1, to));
    }

    private static HttpClient client(LocalAuthority authority) {
        HandshakeCertificates trust = new HandshakeCertificates.Builder()
                .addTrustedCertificate(Certificates.decodeCertificatePem(authority.caPem()))
                .build();
        return HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .sslContext(trust.sslContext())
                .build();
    }

    private static long now() {
        return Instant.now().getEpochSecond();
    }

    private static String body(String id) {
        return "{\"id\":\"" + id + "\",\"type\":\"appointment.cancelled\",\"clinic_id\":\"cln_ä\"}";
    }

    private HttpResponse<String> deliver(String inbox, String id, long timestamp, String... secrets)
            throws IOException, InterruptedException {
        return client.send(signed(inbox, id, timestamp, secrets), BodyHandlers.ofString());
    }

    private HttpRequest signed(String inbox, String id, long timestamp, String... secrets) {
        return delivery(inbox, id, timestamp)
                .header("Service-Signature", Signer.service(timestamp, body(id), secrets))
                .header("webhook-signature", Signer.standard(id, timestamp, body(id), secrets))
                .build();
    }

    private HttpRequest.Builder delivery(String inbox, String id, long timestamp) {
        return HttpRequest.newBuilder(receiver.url().resolve("/hooks/" + inbox))
                .timeout(Duration.ofMinutes(2))
                .header("Content-Type", "application/json")
                .header("Service-Attempt", "3")
                .header("webhook-id", id)
                .header("webhook-timestamp", Long.toString(timestamp))
                .POST(BodyPublishers.ofString(body(id)));
    }

    private void tell(String inbox, String secrets) throws IOException, InterruptedException {
        assertThat(put("/secrets/" + inbox, secrets).statusCode()).isEqualTo(204);
    }

    private void order(String order) throws IOException, InterruptedException {
        assertThat(post("/orders", order).statusCode()).isEqualTo(200);
    }

    private JsonNode json(String path) throws IOException, InterruptedException {
        return new ObjectMapper().readTree(get(path).body());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return ask(path, HttpRequest.newBuilder().GET());
    }

    private HttpResponse<String> put(String path, String body) throws IOException, InterruptedException {
        return ask(path, HttpRequest.newBuilder().PUT(BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return ask(path, HttpRequest.newBuilder().POST(BodyPublishers.ofString(body)));
    }

    private void delete(String path) throws IOException, InterruptedException {
        assertThat(ask(path, HttpRequest.newBuilder().DELETE()).statusCode()).isEqualTo(204);
    }

    private HttpResponse<String> ask(String path, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        URI url = URI.create(receiver.url() + path);
        return client.send(request.uri(url).build(), BodyHandlers.ofString());
    }
}
