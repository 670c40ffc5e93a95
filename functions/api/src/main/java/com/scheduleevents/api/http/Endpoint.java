package com.scheduleevents.api.http;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.http.TokenBucket.Draw;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.Metrics;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles the requests of one function: finds the route, turns exceptions into error responses and adds the common headers. */
public final class Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    private static final String GET = "GET";
    private static final String HEAD = "HEAD";
    private static final String OPTIONS = "OPTIONS";

    private final Cors cors;
    private final InstantSource clock;
    private final Metrics metrics;
    private final List<Route> routes;
    private final TokenBuckets buckets = new TokenBuckets();

    /**
     * @param cors the websites that may call the API
     * @param clock decides whether API keys have expired, and counts requests
     * @param metrics counts the requests that fail; published at the end of each request
     * @param routes the routes of the function; the header Allow lists their methods in this order
     */
    public Endpoint(Cors cors, InstantSource clock, Metrics metrics, Route... routes) {
        this.cors = cors;
        this.clock = clock;
        this.metrics = metrics;
        this.routes = List.of(routes);
    }

    /** Handles a request; never throws. */
    public APIGatewayProxyResponseEvent handle(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        InvocationLogContext.begin(context);
        Request request = new Request(event);
        Response whole = respond(request);
        metrics.flush();
        Response response = request.method().equals(HEAD) ? whole.withoutBody() : whole;
        LOG.debug(
                "responded request_id={} method={} resource={} status={}",
                request.id(),
                request.method(),
                request.resource(),
                response.status());
        return new APIGatewayProxyResponseEvent()
                .withStatusCode(response.status())
                .withHeaders(headers(whole, request))
                .withBody(response.body().orElse(""))
                .withIsBase64Encoded(false);
    }

    private Response respond(Request request) {
        return catching(request, () -> {
            List<Route> candidates = routesOf(request);
            return request.method().equals(OPTIONS)
                    ? options(request, methods(candidates))
                    : limited(request, () -> route(request, candidates));
        });
    }

    /** Every request of a key counts towards its rate, and every response shows what the key has left. */
    private Response limited(Request request, Supplier<Response> action) {
        Instant now = clock.instant();
        AuthorizerContext authorizer = request.authorizer();
        if (authorizer.rate().isEmpty()) {
            KeyStatus.require(authorizer, now);
            return action.get();
        }
        Rate rate = authorizer.rate().get();
        Draw draw = buckets.draw(authorizer.caller().key(), rate, now);
        Response response = catching(request, () -> {
            RateLimitFields.require(draw, rate);
            KeyStatus.require(authorizer, now);
            return action.get();
        });
        return RateLimitFields.on(response, rate, draw);
    }

    /** Catches errors of the virtual machine too: without a response, the gateway would return one that explains nothing. */
    private Response catching(Request request, Supplier<Response> action) {
        try {
            return action.get();
        } catch (ApiException e) {
            return ErrorResponses.of(e, request.id());
        } catch (Throwable e) {
            metrics.add(Metric.REQUESTS_FAILED);
            LOG.error("failed request_id={} {}", request.id(), ExceptionSummary.of(e));
            return ErrorResponses.internal(request.id());
        }
    }

    private List<Route> routesOf(Request request) {
        List<Route> candidates = routes.stream()
                .filter(route -> route.resource().equals(request.resource()))
                .toList();
        if (candidates.isEmpty()) {
            throw new IllegalStateException("template.yaml sends this function a resource without routes");
        }
        return candidates;
    }

    private static Response route(Request request, List<Route> candidates) {
        String method = request.method().equals(HEAD) ? GET : request.method();
        return candidates.stream()
                .filter(route -> route.method().equals(method))
                .findFirst()
                .map(route -> respond(route, request))
                .orElseGet(() -> ErrorResponses.methodNotAllowed(request.method(), methods(candidates), request.id()));
    }

    private static Response respond(Route route, Request request) {
        AcceptHeader.require(request.listHeader("Accept"));
        Response response = route.respond(request);
        boolean known = route.method().equals(GET)
                && response.immutable()
                && request.listHeader("If-None-Match")
                        .filter(header ->
                                EntityTags.has(header, response.headers().getOrDefault("ETag", "")))
                        .isPresent();
        return known ? new Response(304, response.headers(), Optional.empty()) : response;
    }

    private Response options(Request request, String methods) {
        Map<String, String> headers = new HashMap<>(cors.preflight(request.listHeader("Origin"), methods));
        headers.put("Allow", methods);
        return new Response(204, headers, Optional.empty());
    }

    /** Every resource with GET has HEAD too, and all have OPTIONS. */
    private static String methods(List<Route> candidates) {
        Stream<String> own = candidates.stream()
                .map(Route::method)
                .flatMap(method -> method.equals(GET) ? Stream.of(GET, HEAD) : Stream.of(method));
        return Stream.concat(own, Stream.of(OPTIONS)).collect(Collectors.joining(", "));
    }

    private Map<String, String> headers(Response response, Request request) {
        Map<String, String> headers = new HashMap<>(response.headers());
        headers.putAll(cors.headers(request.listHeader("Origin")));
        headers.put("Request-Id", request.id());
        headers.put("Cache-Control", "no-store");
        if (response.body().isPresent()) {
            headers.put("Content-Type", "application/json");
        }
        return headers;
    }
}
