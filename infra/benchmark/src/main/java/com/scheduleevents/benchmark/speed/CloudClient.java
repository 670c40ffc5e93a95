package com.scheduleevents.benchmark.speed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import okhttp3.tls.Certificates;
import okhttp3.tls.HandshakeCertificates;

/** A customer of an embedded cloud, with both of its accounts, who also commands the demo receiver. */
final class CloudClient {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final int TOO_MANY = 429;
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration STANDSTILL = Duration.ofMinutes(5);

    private final JsonNode description;
    private final HttpClient http;

    private CloudClient(JsonNode description) throws IOException {
        this.description = description;
        String authority =
                Files.readString(Path.of(description.path("ca_certificate").asText()));
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(new HandshakeCertificates.Builder()
                        .addTrustedCertificate(Certificates.decodeCertificatePem(authority))
                        .build()
                        .sslContext())
                .build();
    }

    /** Of the cloud that such a file describes. */
    static CloudClient of(Path description) throws IOException {
        return new CloudClient(JSON.readTree(description.toFile()));
    }

    /** The key of the account that owns cln_harbour, cln_oldtown and cln_station. */
    String key() {
        return description.path("api_key").asText();
    }

    /** The key of the account that owns cln_elsewhere. */
    String otherKey() {
        return description.path("other_api_key").asText();
    }

    /** Calls the API. */
    JsonNode post(String key, String path, JsonNode body) {
        return send(request(api(path), body).header("Authorization", "Bearer " + key));
    }

    /** Calls the API. */
    JsonNode get(String key, String path) {
        return send(HttpRequest.newBuilder(api(path)).header("Authorization", "Bearer " + key));
    }

    /**
     * Registers a webhook for events of every type.
     *
     * @param inbox its name at the demo receiver
     * @param clinic whose events it gets; empty: those of all clinics
     */
    void register(String key, String inbox, String clinic) {
        ObjectNode body =
                JSON.createObjectNode().put("url", receiver("/hooks/" + inbox).toString());
        body.putArray("types").add("*");
        if (!clinic.isEmpty()) {
            body.put("clinic_id", clinic);
        }
        post(key, "/v1/webhooks", body);
    }

    /** How an inbox responds from now on, as the demo receiver's orders name it. */
    void order(String inbox, String behaviour) {
        ObjectNode order = JSON.createObjectNode().put("inbox", inbox).put("do", behaviour);
        send(request(receiver("/orders"), order));
    }

    /** Has every inbox accept what it gets again. */
    void withdrawOrders() {
        send(HttpRequest.newBuilder(receiver("/orders")).DELETE());
    }

    /** How many deliveries of different events were accepted, by inbox. */
    Map<String, Long> accepted() {
        JsonNode totals = send(HttpRequest.newBuilder(receiver("/received?count=1")));
        Map<String, Long> accepted = new HashMap<>();
        totals.properties()
                .forEach(inbox -> accepted.put(
                        inbox.getKey(), inbox.getValue().path("distinct_ids").asLong()));
        return accepted;
    }

    /** Waits until the inboxes whose names begin so have accepted so many deliveries together. */
    void await(String inboxes, long deliveries) throws InterruptedException {
        long before = -1;
        long last = System.nanoTime();
        while (before < deliveries) {
            long now = accepted().entrySet().stream()
                    .filter(inbox -> inbox.getKey().startsWith(inboxes))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            if (now > before) {
                before = now;
                last = System.nanoTime();
            } else if (System.nanoTime() - last > STANDSTILL.toNanos()) {
                throw new IllegalStateException("of " + deliveries + " deliveries, " + now + " arrived");
            }
            Thread.sleep(now < deliveries ? LOOK : Duration.ZERO);
        }
    }

    /** What an inbox got, of the last ten thousand requests to all of them. */
    JsonNode received(String inbox) {
        return send(HttpRequest.newBuilder(receiver("/received?inbox=" + inbox)));
    }

    private URI api(String path) {
        return URI.create(description.path("api_url").asText()).resolve(path);
    }

    private URI receiver(String path) {
        return URI.create(description.path("receiver_url").asText()).resolve(path);
    }

    private static HttpRequest.Builder request(URI url, JsonNode body) {
        return HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()));
    }

    private JsonNode send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = http.send(request.timeout(TIMEOUT).build(), BodyHandlers.ofString());
            while (response.statusCode() == TOO_MANY) {
                // Each instance of a function leases a part of the account's rate, even of the highest.
                Thread.sleep(Duration.ofSeconds(
                        response.headers().firstValueAsLong("Retry-After").orElse(1)));
                response = http.send(request.build(), BodyHandlers.ofString());
            }
            if (response.statusCode() >= 300) {
                throw new IllegalStateException(
                        response.uri().getPath() + " responds " + response.statusCode() + ": " + response.body());
            }
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
