package com.scheduleevents.e2e;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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

/** An HTTP client that can trust a test's certificate authority. */
final class HttpsClient {

    private static final ObjectMapper JSON = new ObjectMapper();
    /** Only a failing test waits this long. */
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final HttpClient client;

    /** Trusts the default certificate authorities. */
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

    HttpsResponse get(URI url) {
        return send("GET", url, Map.of(), "");
    }

    /** @param body empty: none is sent */
    HttpsResponse send(String method, URI url, Map<String, String> headers, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(TIMEOUT)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach(request::header);
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            return new HttpsResponse(response.statusCode(), response.headers(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + url, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(method + " " + url + " was interrupted", e);
        }
    }

    static JsonNode parsed(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("Not JSON: " + text, e);
        }
    }
}
