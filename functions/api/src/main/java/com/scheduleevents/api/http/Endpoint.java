package com.scheduleevents.api.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.http.TokenBucket.Draw;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ExceptionSummary;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What stands around every function of the API: finds the route, answers errors, sets the headers that all answers have. */
public final class Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    private static final String GET = "GET";
    private static final String HEAD = "HEAD";
    private static final String OPTIONS = "OPTIONS";
    private static final String ETAG = "ETag";

    private final Cors cors;
    private final InstantSource clock;
    private final List<Route> routes;
    private final TokenBuckets buckets = new TokenBuckets();

    /**
     * Without websites.
     *
     * @param routes the function's, in the order in which an answer names their methods
     */
    public Endpoint(Route... routes) {
        this(Cors.NONE, routes);
    }

    /**
     * @param cors which websites may call it
     * @param routes the function's, in the order in which an answer names their methods
     */
    public Endpoint(Cors cors, Route... routes) {
        this(cors, InstantSource.system(), routes);
    }

    /**
     * @param cors which websites may call it
     * @param clock by which keys expire and requests are counted
     * @param routes the function's, in the order in which an answer names their methods
     */
    Endpoint(Cors cors, InstantSource clock, Route... routes) {
        this.cors = cors;
        this.clock = clock;
        this.routes = List.of(routes);
    }

    /** Answers a request; never throws. */
    public APIGatewayProxyResponseEvent answer(APIGatewayProxyRequestEvent event) {
        Request request = new Request(event);
        Response whole = respond(request);
        Response response = request.method().equals(HEAD) ? whole.withoutBody() : whole;
        LOG.debug(
                "answered request_id={} method={} resource={} status={}",
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
        return attempted(request, () -> {
            List<Route> here = here(request);
            return request.method().equals(OPTIONS)
                    ? options(request, methods(here))
                    : counted(request, () -> route(request, here));
        });
    }

    /** Whatever is answered to a key counts, and says what the key has left. */
    private Response counted(Request request, Supplier<Response> answer) {
        Instant now = clock.instant();
        Optional<Rate> rate = request.rate();
        if (rate.isEmpty()) {
            KeyStatus.require(request, now);
            return answer.get();
        }
        Draw draw = buckets.draw(request.caller().key(), rate.get(), now);
        Response response = attempted(request, () -> {
            RateLimitFields.require(draw, rate.get());
            KeyStatus.require(request, now);
            return answer.get();
        });
        return RateLimitFields.on(response, rate.get(), draw);
    }

    private static Response attempted(Request request, Supplier<Response> answer) {
        try {
            return answer.get();
        } catch (ApiException e) {
            return ErrorResponses.of(e, request.id());
        } catch (RuntimeException e) {
            LOG.error("failed request_id={} {}", request.id(), ExceptionSummary.of(e));
            return ErrorResponses.internal(request.id());
        }
    }

    private List<Route> here(Request request) {
        List<Route> here = routes.stream()
                .filter(route -> route.resource().equals(request.resource()))
                .toList();
        if (here.isEmpty()) {
            throw new IllegalStateException("template.yaml sends this function a resource that it does not have");
        }
        return here;
    }

    private static Response route(Request request, List<Route> here) {
        String method = request.method().equals(HEAD) ? GET : request.method();
        return here.stream()
                .filter(route -> route.method().equals(method))
                .findFirst()
                .map(route -> answer(route, request))
                .orElseGet(() -> ErrorResponses.methodNotAllowed(request.method(), methods(here), request.id()));
    }

    private static Response answer(Route route, Request request) {
        AcceptHeader.require(request.listHeader("Accept"));
        Response response = route.answer(request);
        String tag = response.headers().getOrDefault(ETAG, "");
        boolean known = route.method().equals(GET)
                && response.unchanging()
                && request.listHeader("If-None-Match")
                        .filter(header -> EntityTags.has(header, tag))
                        .isPresent();
        return known ? new Response(304, response.headers(), Optional.empty()) : response;
    }

    private Response options(Request request, String methods) {
        Map<String, String> headers = new HashMap<>(cors.preflight(request.listHeader("Origin"), methods));
        headers.put("Allow", methods);
        return new Response(204, headers, Optional.empty());
    }

    /** HEAD is where GET is, OPTIONS everywhere. */
    private static String methods(List<Route> here) {
        Stream<String> own = here.stream()
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
