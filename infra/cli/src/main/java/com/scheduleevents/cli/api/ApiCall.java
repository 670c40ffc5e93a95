package com.scheduleevents.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A request to the API.
 *
 * @param target path and query
 * @param headers those that only this request has
 */
public record ApiCall(String method, String target, Optional<JsonNode> body, Map<String, String> headers) {

    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    public ApiCall {
        headers = Map.copyOf(headers);
    }

    /** The request of any operation. */
    public ApiCall(
            String method, String path, QueryString parameters, Optional<JsonNode> body, Map<String, String> headers) {
        this(method, path + parameters.query(), body, headers);
    }

    /** The header that names one request, so that it can be repeated when its response is lost. */
    public static Map<String, String> idempotencyKey() {
        return Map.of(IDEMPOTENCY_KEY, UUID.randomUUID().toString());
    }

    static ApiCall of(String method, String target) {
        return new ApiCall(method, target, Optional.empty(), Map.of());
    }

    static ApiCall once(String path, Optional<JsonNode> body) {
        return new ApiCall("POST", path, body, idempotencyKey());
    }

    boolean hasIdempotencyKey() {
        return headers.containsKey(IDEMPOTENCY_KEY);
    }

    /** Whether to send it again when nobody knows whether it had an effect. */
    boolean isRepeatable() {
        return method.equals("GET") || hasIdempotencyKey();
    }
}
