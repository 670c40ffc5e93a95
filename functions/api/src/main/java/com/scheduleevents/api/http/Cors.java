package com.scheduleevents.api.http;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which websites' scripts may read answers in a browser (Fetch standard, CORS protocol).
 *
 * @param origins such as {@code https://app.example.com}, or {@code *} for every one; none: nobody is told anything
 */
public record Cors(Set<String> origins) {

    /** No website may. */
    public static final Cors NONE = new Cors(Set.of());

    private static final String ANY = "*";

    /** Keeps a copy. */
    public Cors {
        origins = Set.copyOf(origins);
    }

    /** Reads origins, separated by commas; empty: none. */
    public static Cors of(String list) {
        return new Cors(Stream.of(list.split(","))
                .map(String::strip)
                .filter(origin -> !origin.isEmpty())
                .collect(Collectors.toUnmodifiableSet()));
    }

    /** What an answer to a request from that origin says. */
    Map<String, String> headers(Optional<String> origin) {
        if (origins.isEmpty()) {
            return Map.of();
        }
        // Caches must not give one origin's answer to another, also where this one was told nothing.
        return allowed(origin)
                .map(allowed -> Map.of(
                        "Access-Control-Allow-Origin", allowed,
                        "Access-Control-Expose-Headers",
                                "Allow, ETag, RateLimit, RateLimit-Policy, Request-Id, Retry-After",
                        "Vary", "Origin"))
                .orElse(Map.of("Vary", "Origin"));
    }

    /** What the answer to a browser that asks beforehand says besides. */
    Map<String, String> preflight(Optional<String> origin, String methods) {
        return allowed(origin)
                .map(_ -> Map.of(
                        "Access-Control-Allow-Methods", methods,
                        "Access-Control-Allow-Headers",
                                "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match",
                        "Access-Control-Max-Age", "7200"))
                .orElse(Map.of());
    }

    private Optional<String> allowed(Optional<String> origin) {
        return origins.contains(ANY) ? Optional.of(ANY) : origin.filter(origins::contains);
    }
}
