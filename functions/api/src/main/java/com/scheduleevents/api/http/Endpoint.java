package com.scheduleevents.api.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.Trace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What stands around every function of the API: finds the route, answers errors, sets the headers that all answers have. */
public final class Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    private final List<Route> routes;

    /**
     * @param routes the function's, in the order in which an answer names their methods
     */
    public Endpoint(Route... routes) {
        this.routes = List.of(routes);
    }

    /** Answers a request; never throws. */
    public APIGatewayProxyResponseEvent answer(APIGatewayProxyRequestEvent event) {
        Request request = new Request(event);
        Response response = respond(request);
        LOG.debug(
                "answered request_id={} method={} resource={} status={}",
                request.id(),
                request.method(),
                request.resource(),
                response.status());
        return new APIGatewayProxyResponseEvent()
                .withStatusCode(response.status())
                .withHeaders(headers(response, request.id()))
                .withBody(response.body().orElse(""))
                .withIsBase64Encoded(false);
    }

    private Response respond(Request request) {
        try {
            return route(request);
        } catch (ApiException e) {
            return Errors.of(e, request.id());
        } catch (RuntimeException e) {
            LOG.error("failed request_id={} {}", request.id(), Trace.of(e));
            return Errors.internal(request.id());
        }
    }

    private Response route(Request request) {
        List<Route> here = routes.stream()
                .filter(route -> route.resource().equals(request.resource()))
                .toList();
        if (here.isEmpty()) {
            throw new IllegalStateException("template.yaml sends this function a resource that it does not have");
        }
        return here.stream()
                .filter(route -> route.method().equals(request.method()))
                .findFirst()
                .map(route -> route.answer(request))
                .orElseGet(() -> Errors.methodNotAllowed(
                        request.method(), here.stream().map(Route::method).toList(), request.id()));
    }

    private static Map<String, String> headers(Response response, String requestId) {
        Map<String, String> headers = new HashMap<>(response.headers());
        headers.put("Request-Id", requestId);
        headers.put("Cache-Control", "no-store");
        if (response.body().isPresent()) {
            headers.put("Content-Type", "application/json");
        }
        return headers;
    }
}
