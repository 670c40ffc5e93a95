package com.scheduleevents.localstack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The service on LocalStack.
 *
 * @param api base URL of the API, without the version
 * @param key API key of an account with the clinic cln_oldtown
 */
record DeployedService(String api, String key) {

    record ServiceResponse(int status, JsonNode body) {}

    /** Whether the tests were given a deployment: {@code -Dtarget.url=… -Dtarget.key=…}, as the end-to-end suite is. */
    static boolean isRunning() {
        return property("url").isPresent();
    }

    /** The one that the tests were given, or else a new one on the LocalStack that runs in Docker. */
    static DeployedService find() throws IOException, InterruptedException {
        return isRunning()
                ? new DeployedService(
                        property("url").orElseThrow(),
                        property("key")
                                .orElseThrow(() -> new IllegalStateException("-Dtarget.url needs -Dtarget.key.")))
                : deploy();
    }

    private static Optional<String> property(String name) {
        return Optional.ofNullable(System.getProperty("target." + name)).filter(text -> !text.isBlank());
    }

    private static DeployedService deploy() throws IOException, InterruptedException {
        ProcessBuilder start = new ProcessBuilder(
                        Path.of("start").toAbsolutePath().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        start.environment().put("SKIP_COMPOSE", "yes");
        Process process = start.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        Map<String, String> deployed = printed.lines()
                .filter(line -> line.matches("(API|KEY) .+"))
                .collect(Collectors.toMap(line -> line.substring(0, 3), line -> line.substring(4)));
        assertThat(deployed).containsOnlyKeys("API", "KEY");
        return new DeployedService(deployed.getOrDefault("API", ""), deployed.getOrDefault("KEY", ""));
    }

    ServiceResponse get(String path) throws IOException, InterruptedException {
        return send(request(path).header("Authorization", "Bearer " + key));
    }

    ServiceResponse getWithoutKey(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    ServiceResponse post(String path, String body) throws IOException, InterruptedException {
        return send(request(path)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    /** Returns the status; the response has no body. */
    int delete(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            request(path)
                                    .header("Authorization", "Bearer " + key)
                                    .DELETE()
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(api + path));
    }

    private static ServiceResponse send(HttpRequest.Builder request) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            return new ServiceResponse(response.statusCode(), new ObjectMapper().readTree(response.body()));
        }
    }
}
