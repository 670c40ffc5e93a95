package com.scheduleevents.api.http;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The websites whose scripts may call the API from a browser (CORS protocol of the Fetch standard).
 *
 * @param origins origins such as {@code https://app.example.com}, or {@code *} for all; empty to send no CORS headers
 */
public record Cors(Set<String> origins) {

    /** No website may call the API. */
    public static final Cors NONE = new Cors(Set.of());

    private static final String ANY = "*";

    /** Keeps a copy. */
    public Cors {
        origins = Set.copyOf(origins);
    }

    /** Parses a list of origins, separated by commas. */
    public static Cors of(String list) {
        return new Cors(Stream.of(list.split(","))
                .map(String::strip)
                .filter(origin -> !origin.isEmpty())
                .collect(Collectors.toUnmodifiableSet()));
    }

    /** The CORS headers of a response to a request from an origin. */
    Map<String, String> headers(Optional<String> origin) {
        if (origins.isEmpty()) {
            return Map.of();
        }
        // For origins that are not allowed too: a cache must not serve their response to one that is.
        return allowed(origin)
                .map(allowed -> Map.of(
                        "Access-Control-Allow-Origin", allowed,
                        "Access-Control-Expose-Headers",
                                "Allow, ETag, Link, Location, RateLimit, RateLimit-Policy, Request-Id, Retry-After, WWW-Authenticate",
                        "Vary", "Origin"))
                .orElse(Map.of("Vary", "Origin"));
    }

    /** The additional headers of the response to a preflight request. */
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
