package com.scheduleevents.api.control;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.authorizer.KeyAuthentication;
import com.scheduleevents.api.figures.FiguresRequests;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.PrimingRequests;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.network.SenderAddresses;
import com.scheduleevents.domain.usage.DayCounter;
import com.scheduleevents.domain.usage.UsageReader;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Handles the requests with which an account looks after itself: its clinics, audit log, API keys and usage. */
public final class ControlApi
        implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, SnapStartPriming {

    private final Accounts accounts;
    private final Endpoint endpoint;

    public ControlApi() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    public ControlApi(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public ControlApi(Wiring wiring) {
        this.accounts = wiring.accounts();
        AccountRequests account = new AccountRequests(
                accounts,
                wiring.auditLog(),
                SenderAddresses.parse(wiring.environment().possiblyEmpty("SENDER_ADDRESSES")));
        ApiKeyRequests keys = new ApiKeyRequests(
                accounts,
                wiring.apiKeys(),
                wiring.webhooks(),
                wiring.requestKeys(),
                wiring.clock(),
                wiring.random(),
                Optional.of(wiring.environment().possiblyEmpty("API_URL")).filter(url -> !url.isEmpty()));
        UsageRequests usage = new UsageRequests(
                accounts, new UsageReader(wiring.usage(), new DayCounter(wiring.usageSource())), wiring.clock());
        FiguresRequests figures = new FiguresRequests(wiring.figures(), wiring.clock());
        this.endpoint = new Endpoint(
                KeyAuthentication.gate(wiring),
                Stream.concat(
                                Stream.of(account.routes(), keys.routes(), usage.routes())
                                        .flatMap(Arrays::stream),
                                Stream.of(new Route("GET", "/stats", Scope.WEBHOOKS_READ, figures::ofAccount)
                                        .with(FiguresRequests.PARAMETERS)))
                        .toArray(Route[]::new));
    }

    @Override
    public void prime(Map<String, String> variables) {
        ControlApi primed = new ControlApi(variables);
        primed.accounts.name(PrimingRequests.ACCOUNT);
        primed.handleRequest(PrimingRequests.post("/account", "{}"), null);
        primed.handleRequest(PrimingRequests.get("/api_keys"), null);
        primed.handleRequest(
                PrimingRequests.post("/api_keys", "{\"scopes\":[\"events:read\"],\"clinic_ids\":null}"), null);
        primed.handleRequest(PrimingRequests.get("/usage"), null);
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        return endpoint.handle(event, context);
    }
}
