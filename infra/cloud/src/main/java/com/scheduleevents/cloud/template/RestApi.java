package com.scheduleevents.cloud.template;

import java.util.Comparator;
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

    /** The end of a path that stands for all paths below another. */
    private static final String ALL_BELOW = "/{proxy+}";

    /**
     * The route of a resource, whatever the method but {@code OPTIONS}: its own, or else that of all paths below another.
     *
     * @param path below the stage, such as {@code /webhooks/{webhook_id}/ping}, with its variables as the routes name them
     */
    public Optional<ApiRoute> route(String path) {
        return routes.stream()
                .filter(route -> !route.method().equals("OPTIONS"))
                .filter(route -> route.path().equals(path) || (route.isForAllBelow() && path.startsWith(route.above())))
                .max(Comparator.comparing(route -> route.path().equals(path)
                        ? Integer.MAX_VALUE
                        : route.path().length()));
    }

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

        /** Whether it is the route of all paths below another, {@code …/{proxy+}}. */
        public boolean isForAllBelow() {
            return path.endsWith(ALL_BELOW);
        }

        private String above() {
            return path.substring(0, path.length() - ALL_BELOW.length() + 1);
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
