package com.scheduleevents.emulator.gateway;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import com.scheduleevents.cloud.template.RestApi;
import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.HttpService;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.emulator.lambda.InvocableFunction;
import java.io.IOException;
import java.lang.System.Logger;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** Handles a request as API Gateway does: route, authorizer, function, response, or a gateway response on errors. */
public final class GatewayHandler implements HttpService {

    private static final Logger LOG = System.getLogger(GatewayHandler.class.getName());

    /** The context of an error that has no request. */
    private static final ServerRequest UNREADABLE = new ServerRequest("", "", "HTTP/1.1", List.of(), new byte[0], "");

    private final String stage;
    private final Clock clock;
    private final Supplier<UUID> ids;
    private final RouteTable routes;
    private final MediaTypes binary;
    private final BodyCompression compression;
    private final ProxyEvents events;
    private final GatewayResponses responses;
    private final Optional<GatewayAuthorizer> authorization;
    private final java.util.function.Function<String, InvocableFunction> functions;

    /**
     * @param functions finds a function by its logical id
     * @param clock determines when cached authorizer policies expire
     * @param ids makes the ids of requests: different UUIDs
     */
    public GatewayHandler(
            RestApi api,
            java.util.function.Function<String, InvocableFunction> functions,
            Clock clock,
            Supplier<UUID> ids) {
        this.ids = ids;
        this.stage = api.stage();
        this.clock = clock;
        this.routes = new RouteTable(api.routes());
        this.binary = new MediaTypes(api.binaryMediaTypes());
        this.compression = new BodyCompression(api.minimumCompressionSize(), RestGateway.MAX_BODY);
        this.events = new ProxyEvents(binary);
        this.responses = new GatewayResponses(api.responses());
        this.authorization = api.authorizer()
                .map(authorizer ->
                        new GatewayAuthorizer(authorizer, functions.apply(authorizer.function()), events, clock));
        this.functions = functions;
    }

    @Override
    public ServerResponse serve(ServerRequest request) {
        String id = ids.get().toString();
        try {
            return identified(respond(request, id, clock.instant()), id);
        } catch (RejectedRequest refused) {
            boolean ours = refused.failure().status() >= 500;
            LOG.log(ours ? WARNING : DEBUG, () -> refused.failure() + " " + id + ": " + refused.getMessage());
            return refusal(refused.failure(), refused.authorizer(), request, id);
        } catch (RuntimeException unexpected) {
            LOG.log(WARNING, "The gateway failed in request " + id, unexpected);
            return refusal(GatewayError.DEFAULT_5XX, Map.of(), request, id);
        }
    }

    @Override
    public ServerResponse tooLarge() {
        return refusal(GatewayError.REQUEST_TOO_LARGE);
    }

    @Override
    public ServerResponse malformed() {
        return refusal(GatewayError.BAD_REQUEST_PARAMETERS);
    }

    @Override
    public ServerResponse failed() {
        return refusal(GatewayError.DEFAULT_5XX);
    }

    private ServerResponse respond(ServerRequest request, String id, Instant at) throws RejectedRequest {
        RoutedRequest call = call(request, id, at);
        boolean guarded = authorization.isPresent() && !call.match().route().open();
        Map<String, String> caller = guarded ? authorization.get().authorize(call) : Map.of();
        RoutedRequest readable = call.with(compression.decompress(request));
        boolean takesBinary = request.header("Accept").filter(binary::include).isPresent();
        try {
            byte[] response = functions.apply(call.match().route().function()).invoke(events.proxy(readable, caller));
            return compression.compress(FunctionResponse.read(response, takesBinary), request);
        } catch (FunctionFailed | IOException | IllegalArgumentException failed) {
            throw new RejectedRequest(
                    GatewayError.INTEGRATION_FAILURE,
                    call.match().route().function() + " returned no response: " + failed.getMessage(),
                    failed);
        }
    }

    private RoutedRequest call(ServerRequest request, String id, Instant at) throws RejectedRequest {
        try {
            String path = belowStage(request.path());
            RouteTable.Match match = routes.match(request.method(), path)
                    .orElseThrow(() -> new RejectedRequest(
                            GatewayError.MISSING_AUTHENTICATION_TOKEN, "There is no such route.", Map.of()));
            return new RoutedRequest(request, id, at, stage, path, request.query(), match);
        } catch (IllegalArgumentException malformed) {
            throw new RejectedRequest(GatewayError.BAD_REQUEST_PARAMETERS, "A percent encoding is broken.", malformed);
        }
    }

    private String belowStage(String path) throws RejectedRequest {
        String prefix = "/" + stage;
        if (path.equals(prefix)) {
            return "/";
        }
        if (!path.startsWith(prefix + "/")) {
            throw new RejectedRequest(
                    GatewayError.MISSING_AUTHENTICATION_TOKEN, "The path is outside the stage.", Map.of());
        }
        return path.substring(prefix.length());
    }

    private ServerResponse refusal(GatewayError failure) {
        return refusal(failure, Map.of(), UNREADABLE, ids.get().toString());
    }

    private ServerResponse refusal(
            GatewayError failure, Map<String, String> authorizer, ServerRequest request, String id) {
        Map<String, String> context = new HashMap<>();
        context.put("requestId", id);
        context.put("extendedRequestId", ProxyEvents.extendedId(id));
        context.put("path", request.path());
        context.put("httpMethod", request.method());
        context.put("stage", stage);
        context.put("identity.sourceIp", request.sourceIp());
        authorizer.forEach((name, value) -> context.put("authorizer." + name, value));
        return identified(responses.of(failure, context, request), id);
    }

    private static ServerResponse identified(ServerResponse response, String id) {
        return response.with(new Header("x-amzn-RequestId", id))
                .with(new Header("x-amz-apigw-id", ProxyEvents.extendedId(id)));
    }
}
