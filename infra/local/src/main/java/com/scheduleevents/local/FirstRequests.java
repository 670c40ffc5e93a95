package com.scheduleevents.local;

import com.scheduleevents.cloud.template.RestApi;
import com.scheduleevents.cloud.template.RestApi.ApiRoute;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collection;
import java.util.TreeMap;

/**
 * Makes a first request through each function of the API, which starts the function: on a busy machine that takes longer than a client of
 * a service that says it is ready would wait.
 */
final class FirstRequests {

    /** A function whose start takes so long that the gateway gives up has started when it is asked again. */
    private static final int TRIES = 10;

    private final URI base;
    private final String key;

    /**
     * @param base the URL of the API, with its stage
     * @param key an API key
     */
    FirstRequests(URI base, String key) {
        this.base = base;
        this.key = key;
    }

    /** @throws IllegalStateException when a function fails each time */
    void through(RestApi api) throws IOException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (ApiRoute route : oneOfEachFunction(api)) {
                send(client, route);
            }
        }
    }

    private static Collection<ApiRoute> oneOfEachFunction(RestApi api) {
        TreeMap<String, ApiRoute> routes = new TreeMap<>();
        api.routes().stream()
                .filter(route -> !route.method().equals("OPTIONS"))
                .forEach(route -> routes.putIfAbsent(route.function(), route));
        return routes.values();
    }

    private void send(HttpClient client, ApiRoute route) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(base + route.path().replaceAll("\\{[^}]*}", "none")))
                .header("Authorization", "Bearer " + key)
                .build();
        try {
            int status = 500;
            for (int tries = 0; tries < TRIES && status >= 500; tries++) {
                status = client.send(request, BodyHandlers.discarding()).statusCode();
            }
            if (status >= 500) {
                throw new IllegalStateException(route.function() + " does not start; target/local-cloud.log says why.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The start was interrupted.", e);
        }
    }
}
