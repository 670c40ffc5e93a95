package com.scheduleevents.local.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Runs the receivers of docs/receiving-webhooks unchanged. The Java one always runs; the others run where their dependencies
 * exist: {@code -Dexamples.python=} a Python, {@code -Dexamples.node=} a directory with node_modules, each with the packages
 * stripe and standardwebhooks.
 */
class ExampleReceiversTest {

    private static final Path EXAMPLES =
            Path.of("../../docs/receiving-webhooks").toAbsolutePath();
    private static final String OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr";
    private static final String NEW = "whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr";
    private static final String FOREIGN = "whsec_BBBB9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr";

    @Test
    void java() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        verify(new ProcessBuilder(
                java,
                "-cp",
                System.getProperty("java.class.path"),
                EXAMPLES.resolve("Receiver.java").toString()));
    }

    @Test
    void python() throws Exception {
        String python = System.getProperty("examples.python", "");
        assumeThat(python).as("-Dexamples.python").isNotEmpty();
        verify(new ProcessBuilder(python, EXAMPLES.resolve("receiver.py").toString()));
    }

    @Test
    void node() throws Exception {
        String directory = System.getProperty("examples.node", "");
        assumeThat(directory).as("-Dexamples.node").isNotEmpty();
        Path copy = Path.of(directory, "receiver.mjs");
        java.nio.file.Files.copy(
                EXAMPLES.resolve("receiver.mjs"), copy, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        verify(new ProcessBuilder("node", copy.toString()));
    }

    private static void verify(ProcessBuilder command) throws IOException, InterruptedException {
        command.environment().put("WEBHOOK_SECRETS", OLD + "," + NEW);
        command.environment().put("PORT", "0");
        // A JVM says first that it takes options from these.
        command.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"));
        Process process = command.redirectErrorStream(true).start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
                HttpClient client = HttpClient.newHttpClient()) {
            URI url = URI.create("http://127.0.0.1:" + port(output.readLine()));
            long now = Instant.now().getEpochSecond();

            assertThat(deliver(client, url, "evt_1", now, OLD)).isEqualTo(204);
            assertThat(output.readLine()).isEqualTo("processed evt_1 appointment.cancelled");
            assertThat(deliver(client, url, "evt_1", now, NEW)).isEqualTo(204);
            assertThat(output.readLine()).isEqualTo("seen before evt_1");
            assertThat(deliver(client, url, "evt_2", now, FOREIGN, NEW)).isEqualTo(204);
            assertThat(output.readLine()).isEqualTo("processed evt_2 appointment.cancelled");
            assertThat(deliver(client, url, "evt_3", now, FOREIGN)).isEqualTo(400);
            assertThat(deliver(client, url, "evt_4", now - 310, OLD)).isEqualTo(400);
            String challenge = "{\"id\":\"evt_5\",\"type\":\"webhook.verification\",\"challenge\":\"5f3a\"}";
            assertThat(send(client, url, "evt_5", now, challenge, NEW).headers().firstValue("Service-Challenge"))
                    .contains("5f3a");
            assertThat(send(client, url, "evt_5", now, challenge, FOREIGN)
                            .headers()
                            .firstValue("Service-Challenge"))
                    .isEmpty();
            HttpRequest unsigned = HttpRequest.newBuilder(url)
                    .POST(BodyPublishers.ofString("{}"))
                    .build();
            assertThat(client.send(unsigned, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(400);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static int port(String line) {
        assertThat(line).startsWith("listening on ");
        return Integer.parseInt(line.replace("listening on ", "").strip().toLowerCase(Locale.ROOT));
    }

    private static int deliver(HttpClient client, URI url, String id, long timestamp, String... secrets)
            throws IOException, InterruptedException {
        String body = "{\"id\":\"" + id + "\",\"type\":\"appointment.cancelled\",\"provider_id\":\"prv_ä\"}";
        return send(client, url, id, timestamp, body, secrets).statusCode();
    }

    private static HttpResponse<Void> send(
            HttpClient client, URI url, String id, long timestamp, String body, String... secrets)
            throws IOException, InterruptedException {
        HttpRequest.Builder delivery = HttpRequest.newBuilder(url).POST(BodyPublishers.ofString(body));
        for (List<String> header : List.of(
                List.of("Service-Signature", Signer.service(timestamp, body, secrets)),
                List.of("webhook-id", id),
                List.of("webhook-timestamp", Long.toString(timestamp)),
                List.of("webhook-signature", Signer.standard(id, timestamp, body, secrets)))) {
            delivery.header(header.get(0), header.get(1));
        }
        return client.send(delivery.build(), BodyHandlers.discarding());
    }
}
