package com.scheduleevents.e2e;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
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

/** A client that trusts one certificate authority. */
final class HttpsClient {

    private static final ObjectMapper JSON = new ObjectMapper();
    /** Only a failing test waits as long. */
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final HttpClient client;

    /**
     * An answer, whole.
     *
     * @param status the HTTP status
     * @param headers whatever their case
     * @param text the body
     */
    record Answer(int status, HttpHeaders headers, String text) {

        JsonNode json() {
            return parsed(text);
        }

        String header(String name) {
            return headers.firstValue(name).orElse("");
        }
    }

    /** It trusts whom the machine trusts. */
    HttpsClient() {
        this.client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    /** @param authority PEM file */
    HttpsClient(Path authority) {
        try {
            this.client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .sslContext(new HandshakeCertificates.Builder()
                            .addTrustedCertificate(Certificates.decodeCertificatePem(Files.readString(authority)))
                            .build()
                            .sslContext())
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Answer get(URI address) {
        return send("GET", address, Map.of(), "");
    }

    /** @param body empty: none is sent */
    Answer send(String method, URI address, Map<String, String> headers, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach(request::header);
        try {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            return new Answer(answer.statusCode(), answer.headers(), answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(method + " " + address + " was interrupted", e);
        }
    }

    static JsonNode parsed(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("No JSON: " + text, e);
        }
    }
}
