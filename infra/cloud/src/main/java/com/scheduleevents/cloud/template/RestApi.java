package com.scheduleevents.cloud.template;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A REST API as the template describes it (AWS::Serverless::Api and the API events of its functions), every value resolved.
 *
 * @param stage the first segment of every path
 * @param routes its routes; other requests get the gateway response MISSING_AUTHENTICATION_TOKEN
 * @param authorizer authorizes every route that is not open
 * @param responses gateway responses by type (UNAUTHORIZED, THROTTLED, DEFAULT_4XX, …)
 * @param binaryMediaTypes media types whose bodies are base64 encoded
 * @param minimumCompressionSize how many bytes a body must have to be compressed for clients that accept it, or
 *     decompressed; empty: none is compressed
 */
public record RestApi(
        String stage,
        List<ApiRoute> routes,
        Optional<RouteAuthorizer> authorizer,
        Map<String, GatewayResponse> responses,
        List<String> binaryMediaTypes,
        OptionalInt minimumCompressionSize) {

    /**
     * @param path below the stage, with variables in braces, such as {@code /events/{event_id}}
     * @param method an HTTP method, or {@code ANY}
     * @param function logical id of the function
     * @param open whether it needs no authorization
     */
    public record ApiRoute(String path, String method, String function, boolean open) {

        /** A route that needs authorization if the API has an authorizer. */
        public ApiRoute(String path, String method, String function) {
            this(path, method, function, false);
        }
    }

    /**
     * A Lambda authorizer of type REQUEST.
     *
     * @param function logical id of the authorizer's function
     * @param identityHeaders required headers, whose values are the cache key
     * @param ttlSeconds how long a policy is cached; 0: not at all
     */
    public record RouteAuthorizer(String function, List<String> identityHeaders, int ttlSeconds) {}

    /**
     * A gateway response.
     *
     * @param status empty: the default of the type
     * @param headers by header name: a mapping expression, {@code context.…} or a literal in single quotes
     * @param templates by content type: a body with {@code $context.…} in it
     */
    public record GatewayResponse(OptionalInt status, Map<String, String> headers, Map<String, String> templates) {}
}
