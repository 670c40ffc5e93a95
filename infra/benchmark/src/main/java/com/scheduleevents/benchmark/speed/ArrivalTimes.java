package com.scheduleevents.benchmark.speed;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How long events take from the response to their recording until they arrive. */
final class ArrivalTimes {

    private static final double MILLION = 1e6;

    private final Map<String, Instant> responded = new ConcurrentHashMap<>();

    /** Records an event. */
    void record(CloudClient cloud, String key, JsonNode event) {
        JsonNode recorded = cloud.post(key, "/v1/events", event);
        responded.put(recorded.path("id").asText(), Instant.now());
    }

    /**
     * The times of those events, in milliseconds.
     *
     * @param received what the receiver got
     */
    Percentiles of(JsonNode received) {
        List<Double> millis = new ArrayList<>();
        for (JsonNode delivery : received) {
            Instant response = responded.get(delivery.path("id").asText());
            if (response != null) {
                Instant arrived = Instant.parse(delivery.path("at").asText());
                millis.add(Duration.between(response, arrived).toNanos() / MILLION);
            }
        }
        return new Percentiles(millis);
    }
}
