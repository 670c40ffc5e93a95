package com.scheduleevents.api.http;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.error.ServiceUnavailable;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.rate.RateLimit;
import java.time.Duration;
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

    /** The path of the API's contract, which describes every path (RFC 8631). */
    public static final String CONTRACT = "/openapi.json";

    /** The path of the pages that explain the API to people. */
    public static final String DOCS = "/docs";

    private static final String GET = "GET";
    private static final String HEAD = "HEAD";
    private static final String OPTIONS = "OPTIONS";
    private static final String PATCH = "PATCH";

    private final Cors cors;
    private final Authentication authentication;
    private final InstantSource clock;
    private final MetricRecorder metrics;
    private final List<Route> routes;
    private final RequestRates rates;

    /** @param routes the routes of the function; the header Allow lists their methods in this order */
    public Endpoint(RequestGate gate, Route... routes) {
        this.cors = gate.cors();
        this.authentication = gate.authentication();
        this.clock = gate.clock();
        this.metrics = gate.metrics();
        this.rates = new RequestRates(gate.tokens(), clock);
        this.routes = List.of(routes);
    }

    /** The routes of the function. */
    public List<Route> routes() {
        return routes;
    }

    /** Handles a request; never throws. */
    public APIGatewayProxyResponseEvent handle(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        InvocationLogContext.begin(context);
        Instant begun = clock.instant();
        Request request = new Request(ProxyPath.resolve(event, routes));
        // The response to HEAD has the body of GET: the gateway sends its length, and not the body (RFC 9110, section
        // 9.3.2).
        Response response = respond(request);
        metrics.flush();
        AccessLog.write(request, response.status(), Duration.between(begun, clock.instant()));
        return new APIGatewayProxyResponseEvent()
                .withStatusCode(response.status())
                .withHeaders(headers(response, request))
                .withBody(response.body().orElse(""))
                .withIsBase64Encoded(false);
    }

    private Response respond(Request request) {
        return catching(request, () -> {
            List<Route> candidates = routesOf(request);
            if (request.method().equals(OPTIONS)) {
                return options(request, methods(existing(candidates)));
            }
            boolean open = !candidates.isEmpty() && candidates.stream().allMatch(Route::open);
            return open ? withoutKey(request, candidates) : limited(request, candidates);
        });
    }

    /** Files cost nothing; what changes something is limited by the address that the request came from. */
    private Response withoutKey(Request request, List<Route> candidates) {
        if (candidates.stream().allMatch(route -> route.method().equals(GET))) {
            return route(request, candidates);
        }
        RequestCharge charge =
                rates.charge(List.of(RateLimit.ofAddress(request.sourceAddress().orElse("unknown"))));
        Response response = catching(request, () -> {
            charge.pay(1);
            return route(request, candidates);
        });
        return RateLimitFields.on(response, charge);
    }

    /** Every request with a key counts towards the rate of its account, and every response shows what is left. */
    private Response limited(Request request, List<Route> candidates) {
        AuthorizerContext authorizer = request.authorizedBy(authentication);
        RequestCharge charge = rates.charge(authorizer.limits());
        Response response = catching(request, () -> {
            charge.pay(1);
            KeyStatus.require(authorizer, clock.instant());
            return route(request.of(authorizer.caller(), charge), candidates);
        });
        return RateLimitFields.on(response, charge);
    }

    /** Catches errors of the virtual machine too: without a response, the gateway would return one that explains nothing. */
    private Response catching(Request request, Supplier<Response> action) {
        try {
            return action.get();
        } catch (ApiException e) {
            return ErrorResponses.of(e, request);
        } catch (ServiceUnavailable e) {
            LOG.error("unavailable request_id={} {}", request.id(), e.getMessage());
            return ErrorResponses.unavailable(request);
        } catch (Throwable e) {
            metrics.add(Metric.REQUESTS_FAILED);
            LOG.error("failed request_id={} {}", request.id(), ExceptionSummary.of(e));
            return ErrorResponses.internal(request);
        }
    }

    /** The routes of the path; none when the gateway has not looked at the whole of it, and there is nothing at it. */
    private List<Route> routesOf(Request request) {
        List<Route> candidates = routes.stream()
                .filter(route -> route.resource().equals(request.resource()))
                .toList();
        if (candidates.isEmpty() && !request.resource().endsWith(ProxyPath.ALL_BELOW)) {
            throw new IllegalStateException("template.yaml sends this function a resource without routes");
        }
        return candidates;
    }

    /** The gateway's own response to a path without a route, in template.yaml, is the same. */
    private static List<Route> existing(List<Route> candidates) {
        if (candidates.isEmpty()) {
            throw new ApiException(
                    ErrorCode.UNKNOWN_PATH,
                    null,
                    "There is nothing at this path. The API reference lists every path; all begin with /v1.");
        }
        return candidates;
    }

    private static Response route(Request request, List<Route> candidates) {
        String method = request.method().equals(HEAD) ? GET : request.method();
        return existing(candidates).stream()
                .filter(route -> route.method().equals(method))
                .findFirst()
                .map(route -> respond(route, request))
                .orElseGet(() -> ErrorResponses.methodNotAllowed(request, methods(candidates)));
    }

    private static Response respond(Route route, Request request) {
        if (!route.open()) {
            AcceptHeader.require(request.listHeader("Accept"));
        }
        Response response = route.respond(request);
        boolean known = route.method().equals(GET)
                && response.entityTag()
                        .flatMap(tag ->
                                request.listHeader("If-None-Match").filter(header -> EntityTags.has(header, tag)))
                        .isPresent();
        return known ? new Response(304, response.headers(), Optional.empty()) : response;
    }

    private Response options(Request request, String methods) {
        Map<String, String> headers = new HashMap<>(cors.preflight(request.listHeader("Origin"), methods));
        headers.put("Allow", methods);
        if (methods.contains(PATCH)) {
            headers.put("Accept-Patch", JsonMediaType.ofPatches());
        }
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
        headers.merge(
                "Link",
                "<" + request.url(CONTRACT) + ">; rel=\"service-desc\", <" + request.url(DOCS)
                        + ">; rel=\"service-doc\"",
                (own, all) -> all + ", " + own);
        headers.putIfAbsent("Cache-Control", "no-store");
        if (response.body().isPresent()) {
            headers.putIfAbsent("Content-Type", "application/json");
        }
        return headers;
    }
}
