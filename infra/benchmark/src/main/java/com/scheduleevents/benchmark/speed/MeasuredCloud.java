package com.scheduleevents.benchmark.speed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.local.CloudOptions;
import com.scheduleevents.local.LocalCloud;
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
import java.util.Map;
import okhttp3.tls.Certificates;
import okhttp3.tls.HandshakeCertificates;

/** An embedded cloud with one healthy webhook, whose receiver is the demo receiver. */
final class MeasuredCloud implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String INBOX = "benchmark";

    private final LocalCloud cloud;
    private final HttpClient http;

    private MeasuredCloud(LocalCloud cloud) throws IOException {
        this.cloud = cloud;
        String authority = Files.readString(cloud.description().caCertificate());
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(new HandshakeCertificates.Builder()
                        .addTrustedCertificate(Certificates.decodeCertificatePem(authority))
                        .build()
                        .sslContext())
                .build();
    }

    /**
     * Starts it, without the limit of an account's requests.
     *
     * @param template the file of what is deployed
     * @param output a directory for its log
     */
    static MeasuredCloud start(Path template, Path output) throws IOException {
        CloudOptions options = CloudOptions.inMemory(template, output)
                .withParameters(Map.of("RequestsPerSecond", "10000", "ApiRequestsPerSecond", "10000"));
        MeasuredCloud started = new MeasuredCloud(LocalCloud.start(options, System.err::println));
        started.register();
        return started;
    }

    private void register() {
        ObjectNode body = JSON.createObjectNode()
                .put(
                        "url",
                        cloud.description()
                                .receiver()
                                .resolve("/hooks/" + INBOX)
                                .toString());
        body.putArray("types").add("*");
        post("/v1/webhooks", body.toString());
    }

    /** Calls the API. */
    JsonNode post(String path, String body) {
        return send(HttpRequest.newBuilder(cloud.description().api().resolve(path))
                .header("Authorization", "Bearer " + cloud.description().apiKey())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    /** How many events the receiver has accepted. */
    long accepted() {
        return receiver("/received?count=1").path(INBOX).path("distinct_ids").asLong();
    }

    /** What the receiver got, the last ten thousand requests. */
    JsonNode received() {
        return receiver("/received?inbox=" + INBOX);
    }

    private JsonNode receiver(String path) {
        URI url = cloud.description().receiver().resolve(path);
        return send(HttpRequest.newBuilder(url).GET());
    }

    private JsonNode send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = http.send(request.timeout(TIMEOUT).build(), BodyHandlers.ofString());
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

    /** An event of the cloud's first account, as large as the example of the specification. */
    static ObjectNode event(int number) {
        return JSON.createObjectNode()
                .put("type", "appointment.cancelled")
                .put("clinic_id", "cln_harbour")
                .put("appointment_id", String.format("apt_%08d", number))
                .put("provider_id", "prv_12ab34cd")
                .put("starts_at", "2030-03-15T14:30:00Z")
                .put("duration_minutes", 30)
                .put("recoverable", true)
                .put("cancelled_by", "patient");
    }

    @Override
    public void close() {
        cloud.close();
    }
}
