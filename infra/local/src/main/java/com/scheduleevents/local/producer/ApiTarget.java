package com.scheduleevents.local.producer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The API to which changes are posted.
 *
 * @param api base URL
 * @param apiKey of a producer
 */
record ApiTarget(URI api, String apiKey) {

    /**
     * The given API, with the running local cloud as the default.
     *
     * @param api empty: the local cloud's
     * @param apiKey empty: the local cloud's
     * @param cloud the file that describes the local cloud
     * @throws IllegalArgumentException when something is missing; the message says what to do
     */
    static ApiTarget of(String api, String apiKey, Path cloud) {
        if (!api.isEmpty() && !apiKey.isEmpty()) {
            return new ApiTarget(URI.create(api), apiKey);
        }
        if (!Files.exists(cloud)) {
            throw new IllegalArgumentException("There is no " + cloud
                    + ". Start the local cloud first (./mvnw -q -Plocal), or give both the URL and the API key.");
        }
        try {
            JsonNode running = new ObjectMapper().readTree(cloud.toFile());
            return new ApiTarget(
                    URI.create(api.isEmpty() ? running.path("api_url").asText() : api),
                    apiKey.isEmpty() ? running.path("api_key").asText() : apiKey);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("Cannot read " + cloud + ". Start the local cloud anew.", unreadable);
        }
    }
}
