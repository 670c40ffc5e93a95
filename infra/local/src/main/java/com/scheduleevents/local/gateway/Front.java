package com.scheduleevents.local.gateway;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import com.scheduleevents.local.http.Answer;
import com.scheduleevents.local.http.Header;
import com.scheduleevents.local.http.Request;
import com.scheduleevents.local.http.Service;
import com.scheduleevents.local.lambda.Function;
import com.scheduleevents.local.lambda.FunctionFailed;
import com.scheduleevents.local.template.RestApi;
import java.io.IOException;
import java.lang.System.Logger;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Takes a request the way that API Gateway does: route, authorizer, function, answer; and words what goes wrong. */
final class Front implements Service {

    private static final Logger LOG = System.getLogger(Front.class.getName());

    /** Stands in where there is no request to tell about. */
    private static final Request UNREADABLE = new Request("", "", "HTTP/1.1", List.of(), new byte[0], "");

    private final String stage;
    private final Clock clock;
    private final Routes routes;
    private final MediaTypes binary;
    private final ProxyEvents events;
    private final GatewayResponses responses;
    private final Optional<Authorization> authorization;
    private final java.util.function.Function<String, Function> functions;

    Front(RestApi api, java.util.function.Function<String, Function> functions, Clock clock) {
        this.stage = api.stage();
        this.clock = clock;
        this.routes = new Routes(api.routes());
        this.binary = new MediaTypes(api.binaryMediaTypes());
        this.events = new ProxyEvents(binary);
        this.responses = new GatewayResponses(api.responses());
        this.authorization = api.authorizer()
                .map(authorizer ->
                        new Authorization(authorizer, functions.apply(authorizer.function()), events, clock));
        this.functions = functions;
    }

    @Override
    public Answer serve(Request request) {
        String id = UUID.randomUUID().toString();
        try {
            return identified(answer(request, id, clock.instant()), id);
        } catch (Refused refused) {
            boolean ours = refused.failure().status() >= 500;
            LOG.log(ours ? WARNING : DEBUG, () -> refused.failure() + " " + id + ": " + refused.getMessage());
            return refusal(refused.failure(), refused.authorizer(), request, id);
        } catch (RuntimeException unexpected) {
            LOG.log(WARNING, "The gateway failed in request " + id, unexpected);
            return refusal(Failure.DEFAULT_5XX, Map.of(), request, id);
        }
    }

    @Override
    public Answer tooLarge() {
        return refusal(Failure.REQUEST_TOO_LARGE);
    }

    @Override
    public Answer malformed() {
        return refusal(Failure.BAD_REQUEST_PARAMETERS);
    }

    @Override
    public Answer failed() {
        return refusal(Failure.DEFAULT_5XX);
    }

    private Answer answer(Request request, String id, Instant at) throws Refused {
        Call call = call(request, id, at);
        boolean guarded = authorization.isPresent() && !call.match().route().open();
        Map<String, String> caller = guarded ? authorization.get().authorize(call) : Map.of();
        boolean takesBinary = request.header("Accept").filter(binary::include).isPresent();
        try {
            byte[] answered = functions.apply(call.match().route().function()).invoke(events.proxy(call, caller));
            return FunctionAnswer.read(answered, takesBinary);
        } catch (FunctionFailed | IOException | IllegalArgumentException failed) {
            throw new Refused(
                    Failure.INTEGRATION_FAILURE,
                    call.match().route().function() + " gave no answer: " + failed.getMessage(),
                    failed);
        }
    }

    private Call call(Request request, String id, Instant at) throws Refused {
        try {
            String path = belowStage(request.path());
            Routes.Match match = routes.match(request.method(), path)
                    .orElseThrow(() ->
                            new Refused(Failure.MISSING_AUTHENTICATION_TOKEN, "There is no such route.", Map.of()));
            return new Call(request, id, at, stage, path, request.query(), match);
        } catch (IllegalArgumentException malformed) {
            throw new Refused(Failure.BAD_REQUEST_PARAMETERS, "A percent encoding is broken.", malformed);
        }
    }

    private String belowStage(String path) throws Refused {
        String prefix = "/" + stage;
        if (path.equals(prefix)) {
            return "/";
        }
        if (!path.startsWith(prefix + "/")) {
            throw new Refused(Failure.MISSING_AUTHENTICATION_TOKEN, "The path is outside the stage.", Map.of());
        }
        return path.substring(prefix.length());
    }

    private Answer refusal(Failure failure) {
        return refusal(failure, Map.of(), UNREADABLE, UUID.randomUUID().toString());
    }

    private Answer refusal(Failure failure, Map<String, String> authorizer, Request request, String id) {
        Map<String, String> context = new HashMap<>();
        context.put("requestId", id);
        context.put("extendedRequestId", ProxyEvents.extendedId(id));
        context.put("path", request.path());
        context.put("httpMethod", request.method());
        context.put("stage", stage);
        context.put("identity.sourceIp", request.sourceIp());
        authorizer.forEach((name, value) -> context.put("authorizer." + name, value));
        return identified(responses.answer(failure, context, request), id);
    }

    private static Answer identified(Answer answer, String id) {
        return answer.with(new Header("x-amzn-RequestId", id))
                .with(new Header("x-amz-apigw-id", ProxyEvents.extendedId(id)));
    }
}
