package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that {@code listen} judges what a program responds as the sender judges it at a webhook: both get the same event from the same
 * server, so that their rules cannot drift apart.
 */
@RequiresCapability(SharedClouds.COMPRESSED)
class AwkwardResponsesTest {

    private static final String TYPE = "appointment.no_show";
    private static final String CLINIC = "cln_harbour";

    /** What a server responds, which then closes the connection, and the outcome at both. A tilde is a line end. */
    private static final Map<String, String> OUTCOMES = outcomes();

    @TempDir
    Path home = Path.of("");

    private static Map<String, String> outcomes() {
        Map<String, String> outcomes = new LinkedHashMap<>();
        outcomes.put("HTTP/1.0 200 OK~Content-Length: 0~~", "succeeded 200");
        outcomes.put("HTTP/1.0 200 OK~~ok", "succeeded 200");
        outcomes.put("HTTP/1.1 200 OK~Content-Length: 0~~", "succeeded 200");
        outcomes.put("HTTP/1.1 204 No Content~Content-Length: 2~~ok", "succeeded 204");
        outcomes.put("HTTP/1.1 204 No Content~Transfer-Encoding: chunked~~2~ok~0~~", "succeeded 204");
        outcomes.put("HTTP/1.1 205 Reset Content~Content-Length: 2~~ok", "succeeded 205");
        outcomes.put("HTTP/1.1 200 OK~Content-Length: 100~~broken", "succeeded 200");
        outcomes.put("HTTP/1.1 200 OK~Transfer-Encoding: chunked~~5~bro", "succeeded 200");
        outcomes.put("HTTP/1.1 302 Found~Location: /elsewhere~Content-Length: 0~~", "redirect 302");
        outcomes.put("HTTP/1.1 500 Error~Content-Length: 100~~broken", "status 500");
        outcomes.put("HTTP/1.1 503 Unavailable~Retry-After: 99999999999~~", "status 503");
        outcomes.put("HTTP/1.1 2xx OK~~", "protocol -");
        outcomes.put("nonsense", "protocol -");
        outcomes.put("", "protocol -");
        return outcomes;
    }

    @Test
    void senderAndListenJudgeEachResponseAlike(Target target) {
        ApiClientAccount account = target.account();
        List<String> responses = List.copyOf(OUTCOMES.keySet());
        Map<String, String> byProvider = new LinkedHashMap<>();
        responses.forEach(
                response -> byProvider.put(provider(responses.indexOf(response)), response.replace("~", "\r\n")));
        try (AwkwardEndpoint server = new AwkwardEndpoint(LocalEndpoint.tls(), byProvider)) {
            String webhook = account.register(URI.create(server.url()), List.of(TYPE), CLINIC)
                    .path("id")
                    .asText();
            Listener listener = new Listener(
                    home, target.key(), target, Duration.ZERO, TYPE, server.url(), "--clinic", CLINIC, "--insecure");
            OUTCOMES.forEach((response, outcome) -> {
                String event = account.record(ChangeSamples.of(TYPE, CLINIC, provider(responses.indexOf(response))));
                Await.await("the attempt")
                        .until(() -> !account.attempts(webhook, event).isEmpty());
                JsonNode attempt = account.attempts(webhook, event).getFirst();
                assertThat(attempt.path("outcome").asText() + " "
                                + attempt.path("status_code").asText().replace("null", "-"))
                        .as("the sender of %s", response)
                        .isEqualTo(outcome);
                assertThat(listener.row(event))
                        .as("listen of %s", response)
                        .containsPattern(" " + outcome.replace(" ", " +") + " ");
                // Its retries would open the circuit.
                account.post("/v1/webhooks/" + webhook + "/deliveries/" + event + "/dismiss", "{}");
            });
            listener.stop();
            assertThat(listener.status.join()).isZero();
            account.delete("/v1/webhooks/" + webhook);
        }
    }

    private static String provider(int response) {
        return "prv_awkward_" + response + "_";
    }
}
