package com.scheduleevents.emulator.sample;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A function for tests of its host; it does what its event says. Only the JDK is there for it. */
public final class SampleFunction implements RequestHandler<Map<String, String>, Map<String, String>> {

    private final Map<String, String> environment;
    private final AtomicInteger requests = new AtomicInteger();

    /** In a process of its own. */
    public SampleFunction() {
        this(System.getenv());
    }

    /** @param environment the function's */
    public SampleFunction(Map<String, String> environment) {
        if (environment.containsKey("BROKEN")) {
            throw new IllegalStateException("broken at its start");
        }
        this.environment = environment;
    }

    @Override
    public Map<String, String> handleRequest(Map<String, String> event, Context context) {
        return switch (event.getOrDefault("do", "")) {
            case "throw" -> throw new IllegalStateException("thrown as told");
            case "hang" -> hang();
            case "load" -> Map.of("loaded", Boolean.toString(canLoad(event.getOrDefault("class", ""))));
            case "call" -> call();
            default ->
                Map.of(
                        "instance", environment.getOrDefault("AWS_ACCESS_KEY_ID", ""),
                        "requests", Integer.toString(requests.incrementAndGet()),
                        "function", context.getFunctionName(),
                        "own", environment.getOrDefault("OWN", ""));
        };
    }

    private static Map<String, String> hang() {
        try {
            new CountDownLatch(1).await();
            return Map.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static boolean canLoad(String name) {
        try {
            return Class.forName(name) != null;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Calls DynamoDB by hand, signed well enough for the local cloud. */
    private Map<String, String> call() {
        String credential = environment.get("AWS_ACCESS_KEY_ID") + "/20260101/us-east-1/dynamodb/aws4_request";
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(environment.getOrDefault("AWS_ENDPOINT_URL_DYNAMODB", "")))
                .header("X-Amz-Target", "DynamoDB_20120810.PutItem")
                .header("Content-Type", "application/x-amz-json-1.0")
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=" + credential + ", SignedHeaders=host, Signature=0")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"TableName\":\"Table\",\"Item\":{\"id\":{\"S\":\"written\"}}}"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            return Map.of("status", Integer.toString(response.statusCode()));
        } catch (IOException e) {
            throw new IllegalStateException("no response", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
