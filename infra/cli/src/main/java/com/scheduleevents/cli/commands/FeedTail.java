package com.scheduleevents.cli.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.QueryString;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the events that are new in the feed since the last look. An event whose recording took longer can appear behind one that was
 * recorded later, so each look goes back a little, and leaves out what was seen.
 */
final class FeedTail {

    private static final Duration OVERLAP = Duration.ofSeconds(30);
    private static final String EVENTS = ApiSession.path("events");

    private final ApiSession api;
    private final QueryString feed;
    private final Set<String> types;
    private final Map<String, Instant> seen = new LinkedHashMap<>();
    private Optional<Instant> newest = Optional.empty();

    /**
     * @param feed which feed
     * @param types only these types; empty: all. They are chosen here, so that other events move the look forward too.
     */
    FeedTail(ApiSession api, QueryString feed, Set<String> types) {
        this.api = api;
        this.feed = feed;
        this.types = Set.copyOf(types);
    }

    /** Marks what is in the feed as seen. */
    void begin() {
        api.list(EVENTS, feed, 1).forEach(this::see);
        look();
    }

    /** The events that are new, oldest first. */
    List<JsonNode> next() {
        return look().stream()
                .filter(event ->
                        types.isEmpty() || types.contains(event.path("type").asText()))
                .toList();
    }

    private List<JsonNode> look() {
        Optional<Instant> since = newest.map(time -> time.minus(OVERLAP));
        List<JsonNode> fresh = api.list(EVENTS, feed.with("since", since), Integer.MAX_VALUE).stream()
                .filter(event -> !seen.containsKey(event.path("id").asText()))
                .toList()
                .reversed();
        fresh.forEach(this::see);
        newest.map(time -> time.minus(OVERLAP)).ifPresent(edge -> seen.values().removeIf(edge::isAfter));
        return fresh;
    }

    private void see(JsonNode event) {
        Instant created = Instant.parse(event.path("created_at").asText());
        seen.put(event.path("id").asText(), created);
        newest = newest.filter(created::isBefore).or(() -> Optional.of(created));
    }
}
