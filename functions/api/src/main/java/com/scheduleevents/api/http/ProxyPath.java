package com.scheduleevents.api.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The path of a request to {@code …/{proxy+}}, the one route that template.yaml has for all paths below another. The gateway
 * then passes the rest of the path on as one variable. It knows neither whether there is something at it, nor its variables.
 */
final class ProxyPath {

    /** The end of such a route. */
    static final String ALL_BELOW = "/{proxy+}";

    private static final String REST = "proxy";

    private ProxyPath() {}

    /**
     * The request as the gateway would pass it on if it had every resource of the routes. It is unchanged when its path is that
     * of none of them, or when it is not such a request. So nothing else has to know how template.yaml names a path.
     */
    static APIGatewayProxyRequestEvent resolve(APIGatewayProxyRequestEvent event, List<Route> routes) {
        return routes.stream()
                .flatMap(route -> to(route.resource(), event).stream())
                .findFirst()
                .orElse(event);
    }

    private static Optional<APIGatewayProxyRequestEvent> to(String resource, APIGatewayProxyRequestEvent event) {
        return Optional.ofNullable(event.getResource())
                .filter(gateway -> gateway.endsWith(ALL_BELOW))
                .map(gateway -> gateway.substring(0, gateway.length() - ALL_BELOW.length()) + "/")
                .filter(resource::startsWith)
                .flatMap(above -> variables(resource.substring(above.length()), event.getPathParameters()))
                .map(variables -> event.clone().withResource(resource).withPathParameters(variables));
    }

    /**
     * The variables of the whole path.
     *
     * @param pattern the rest of a resource, such as {@code deliveries/{event_id}}
     * @param known the variables that the gateway has found, of which one is the rest of the path
     * @return empty when the rest is another one
     */
    private static Optional<Map<String, String>> variables(String pattern, Map<String, String> known) {
        Map<String, String> variables = new HashMap<>(known);
        String[] expected = pattern.split("/", 0);
        String rest = Objects.requireNonNull(variables.remove(REST), "the gateway names the rest of the path");
        String[] found = rest.split("/", 0);
        if (expected.length != found.length) {
            return Optional.empty();
        }
        for (int i = 0; i < found.length; i++) {
            if (expected[i].startsWith("{") && !found[i].isEmpty()) {
                variables.put(expected[i].substring(1, expected[i].length() - 1), found[i]);
            } else if (!expected[i].equals(found[i])) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }
}
