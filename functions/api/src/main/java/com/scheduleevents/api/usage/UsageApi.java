package com.scheduleevents.api.usage;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.authorizer.KeyAuthentication;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.PrimingRequests;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.RequestGate;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.usage.DailyUsage;
import com.scheduleevents.domain.usage.DayCounter;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageQuery;
import com.scheduleevents.domain.usage.UsageReader;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows a client the usage of its clinics, day by day. */
public final class UsageApi
        implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, SnapStartPriming {

    private final ClinicAccess access;
    private final UsageReader usage;
    private final InstantSource clock;
    private final Endpoint endpoint;

    /** Used by Lambda. */
    public UsageApi() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    /** @param variables the environment variables that template.yaml sets */
    public UsageApi(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public UsageApi(Wiring wiring) {
        this(
                wiring.accounts(),
                new UsageReader(wiring.usage(), new DayCounter(wiring.usageSource())),
                KeyAuthentication.gate(wiring));
    }

    UsageApi(Accounts accounts, UsageReader usage, RequestGate gate) {
        this.access = new ClinicAccess(accounts);
        this.usage = usage;
        this.clock = gate.clock();
        this.endpoint = new Endpoint(
                gate, new Route("GET", "/usage", Scope.USAGE_READ, this::list).with(UsageQueries.PARAMETERS));
    }

    @Override
    public void prime(Map<String, String> variables) {
        new UsageApi(variables).handleRequest(PrimingRequests.get("/usage"), null);
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        return endpoint.handle(event, context);
    }

    /** An open day is counted during the request, which then costs as much as the queries that this takes. */
    private Response list(Request request, Caller caller) {
        Instant now = clock.instant();
        UsageQuery query = UsageQueries.read(request.query(), now);
        Clinics visible = access.visible(caller, request.query().clinic());
        Page<DailyUsage, UsageKey> page = usage.page(caller.account(), visible, query, now, request::charge);
        return Response.page(
                page.items().stream().map(UsageJson::of).toList(), page.next().map(UsageKey::text));
    }
}
