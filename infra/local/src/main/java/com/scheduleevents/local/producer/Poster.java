package com.scheduleevents.local.producer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** Posts changes and retries each until it is recorded or refused. */
final class Poster implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long LONGEST_WAIT_MILLIS = 5_000;

    private final HttpClient client = HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final URI events;
    private final String apiKey;
    private final int tries;
    private final Duration firstWait;
    private final RandomGenerator random;

    /**
     * @param api base URL, such as http://127.0.0.1:8080
     * @param tries the greatest number of tries per change, at least 1
     * @param firstWait the wait before the second try; it doubles with each further one
     */
    Poster(URI api, String apiKey, int tries, Duration firstWait, RandomGenerator random) {
        this.events = URI.create(api.toString().replaceAll("/$", "") + "/v1/events");
        this.apiKey = apiKey;
        this.tries = tries;
        this.firstWait = firstWait;
        this.random = random;
    }

    /** Posts a change. A failed connection, a 429 and a 5xx are retried with the same key. */
    PostOutcome post(ScheduleChange change) throws InterruptedException {
        String failure = "";
        for (int attempt = 0; attempt < tries; attempt++) {
            if (attempt > 0) {
                Thread.sleep(pause(attempt));
            }
            try {
                HttpResponse<String> response = client.send(request(change), BodyHandlers.ofString());
                if (response.statusCode() != 429 && response.statusCode() < 500) {
                    return outcome(response);
                }
                failure = reason(response);
            } catch (IOException broken) {
                failure = "no response: " + broken;
            }
        }
        return new PostOutcome.Refused(failure + " (after " + tries + " tries)");
    }

    @Override
    public void close() {
        client.close();
    }

    private HttpRequest request(ScheduleChange change) {
        return HttpRequest.newBuilder(events)
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + apiKey)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", change.idempotencyKey())
                .POST(BodyPublishers.ofString(change.event()))
                .build();
    }

    /** Half fixed and half random, so that requests that failed together are not retried together. */
    private Duration pause(int attempt) {
        long longest = Math.min(firstWait.toMillis() << Math.min(attempt - 1, 16), LONGEST_WAIT_MILLIS);
        return Duration.ofMillis(longest / 2 + random.nextLong(longest / 2 + 1));
    }

    private static PostOutcome outcome(HttpResponse<String> response) {
        return switch (response.statusCode()) {
            case 201 -> new PostOutcome.Accepted();
            case 200 -> new PostOutcome.Repeated();
            default -> new PostOutcome.Refused(reason(response));
        };
    }

    private static String reason(HttpResponse<String> response) {
        JsonNode error = error(response.body());
        String param = error.path("param").isTextual() ? error.path("param").asText() : "";
        return String.join(
                        " ",
                        Integer.toString(response.statusCode()),
                        error.path("code").asText(""),
                        param)
                .strip();
    }

    private static JsonNode error(String body) {
        try {
            return JSON.readTree(body).path("error");
        } catch (JsonProcessingException notOurs) {
            return JSON.missingNode();
        }
    }
}
