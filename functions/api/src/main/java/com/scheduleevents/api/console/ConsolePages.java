package com.scheduleevents.api.console;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.PrimingRequests;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.metrics.Metrics;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves the console: a page whose scripts call the API with the API key of whoever uses it. The files contain no data, so they need no
 * key, and the function has no permission.
 */
public final class ConsolePages
        implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, SnapStartPriming {

    private static final String PAGE = "/console";
    private static final String FILE = "/console/{version}/{file}";

    /**
     * Nothing but the page's own files runs or is loaded, it calls nothing but its own API, no site can frame it, and text becomes HTML
     * through the templates of lit-html alone.
     */
    private static final Map<String, String> PROTECTION = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none';"
                    + " form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Referrer-Policy",
            "no-referrer",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY");

    private final Endpoint endpoint;
    private final ConsoleFiles files = ConsoleFiles.read();

    /** Used by Lambda. */
    public ConsolePages() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    /** @param variables the environment variables that template.yaml sets */
    public ConsolePages(Map<String, String> variables) {
        this(InstantSource.system(), EmbeddedMetrics.of(new Environment(variables)));
    }

    /**
     * @param clock the time
     * @param metrics counts the requests that fail
     */
    public ConsolePages(InstantSource clock, Metrics metrics) {
        this.endpoint = new Endpoint(
                Cors.NONE,
                _ -> {
                    throw new IllegalStateException("the console has no route that needs an API key");
                },
                clock,
                (limit, _, _, _, _) -> {
                    throw new IllegalStateException("the console has no limit " + limit);
                },
                metrics,
                Route.open(PAGE, request -> protect(files.page(request.endsWithSlash()))),
                Route.open(FILE, this::file));
    }

    @Override
    public void prime(Map<String, String> variables) {
        new ConsolePages(variables).handleRequest(PrimingRequests.get(PAGE), null);
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        return endpoint.handle(event, context);
    }

    private Response file(Request request) {
        return files.find(request.pathVariable("version"), request.pathVariable("file"))
                .map(ConsolePages::protect)
                .orElseThrow(() -> new ApiException(
                        ErrorCode.NOT_FOUND, "file", "The console has no such file. Open /v1/console again."));
    }

    private static Response protect(Response response) {
        Response result = response;
        for (Map.Entry<String, String> header : PROTECTION.entrySet()) {
            result = result.with(header.getKey(), header.getValue());
        }
        return result;
    }
}
