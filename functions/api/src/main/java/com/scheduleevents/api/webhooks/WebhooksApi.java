package com.scheduleevents.api.webhooks;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.authorizer.KeyAuthentication;
import com.scheduleevents.api.figures.FiguresRequests;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.IdempotentRequests;
import com.scheduleevents.api.http.PrimingRequests;
import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.RequestGate;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.usage.FiguresQuery;
import com.scheduleevents.domain.webhook.ExternalId;
import com.scheduleevents.domain.webhook.VisibleWebhooks;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Handles the requests about webhooks, their deliveries and their replays. */
public final class WebhooksApi
        implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, SnapStartPriming {

    private static final String ALL = "/webhooks";
    private static final String ONE = "/webhooks/{webhook_id}";
    private static final String DELIVERIES = ONE + "/deliveries";
    private static final String DELIVERY = DELIVERIES + "/{event_id}";
    private static final String ALL_DELIVERIES = "/deliveries";
    private static final String EVENT_DELIVERIES = "/events/{event_id}/deliveries";
    private static final String REPLAYS = ONE + "/replays";
    private static final String REPLAY = REPLAYS + "/{replay_id}";

    /** The query parameters of the list. */
    private static final Set<String> LIST = Set.of("starting_after", "limit", LabelsBody.EXTERNAL_ID);

    private final ClinicAccess access;
    private final WebhookStore store;
    private final Clock clock;
    private final Duration retention;
    private final VisibleWebhooks reader;
    private final RequestedWebhooks webhooks;
    private final NotifyConfirmation addresses;
    private final WebhookResponses responses;
    private final Endpoint endpoint;

    public WebhooksApi() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    public WebhooksApi(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public WebhooksApi(Wiring wiring) {
        this(WebhooksDependencies.of(wiring), KeyAuthentication.gate(wiring));
    }

    WebhooksApi(WebhooksDependencies dependencies, RequestGate gate) {
        this.access = new ClinicAccess(dependencies.accounts());
        this.store = dependencies.webhooks();
        this.clock = dependencies.clock();
        this.retention = dependencies.retention();
        this.reader = new VisibleWebhooks(store);
        this.webhooks = new RequestedWebhooks(dependencies.accounts(), store, clock);
        this.addresses = new NotifyConfirmation(
                dependencies.accounts(),
                dependencies.addresses(),
                dependencies.mails(),
                dependencies.confirmations(),
                clock);
        this.responses = new WebhookResponses(dependencies.backlog(), addresses);
        this.endpoint = new Endpoint(gate, routes(dependencies));
    }

    /** What the function serves. */
    List<Route> routes() {
        return endpoint.routes();
    }

    private Route[] routes(WebhooksDependencies dependencies) {
        EventTypeRegistry recorded = EventTypeRegistry.fromClassPath();
        EventTypeRegistry operational = EventTypeRegistry.operational();
        EventTypeRegistry types = recorded.and(operational);
        ReceiverBody receivers =
                new ReceiverBody(dependencies.extraNetworks(), dependencies.vault(), clock, dependencies.own());
        SettingsBody settings = new SettingsBody(recorded, operational, receivers);
        IdempotentWrites writes =
                new IdempotentWrites(webhooks, dependencies.registrations(), dependencies.idempotentChanges(), clock);
        IdempotentRequests keyed = new IdempotentRequests(dependencies.requestKeys(), clock, dependencies.random());
        SecretRequests secrets =
                new SecretRequests(webhooks, access, settings, writes, responses, addresses, dependencies);
        WebhookActions actions = new WebhookActions(webhooks, access, settings, writes, responses, addresses, clock);
        DeliveryRequests deliveries = new DeliveryRequests(webhooks, access, types, dependencies);
        AccountDeliveryRequests several = new AccountDeliveryRequests(access, reader, dependencies);
        FiguresRequests figures = new FiguresRequests(dependencies.figures(), clock);
        ReplayRequests replays = new ReplayRequests(webhooks, dependencies);
        return new Route[] {
            new Route("GET", ALL, Scope.WEBHOOKS_READ, this::list).with(LIST),
            new Route("POST", ALL, Scope.WEBHOOKS_WRITE, secrets::register).making(ALL + "/{id}"),
            new Route("GET", ONE, Scope.WEBHOOKS_READ, this::show),
            new Route("PATCH", ONE, Scope.WEBHOOKS_WRITE, actions::update),
            new Route("DELETE", ONE, Scope.WEBHOOKS_WRITE, this::delete),
            new Route("POST", ONE + "/enable", Scope.WEBHOOKS_WRITE, actions::enable),
            new Route("POST", ONE + "/disable", Scope.WEBHOOKS_WRITE, actions::disable),
            new Route("POST", ONE + "/rotate_secret", Scope.WEBHOOKS_WRITE, secrets::rotate),
            new Route("POST", ONE + "/ping", Scope.WEBHOOKS_WRITE, keyed.once(deliveries::ping, deliveries::pinged))
                    .making(DELIVERY),
            new Route("POST", ONE + "/test", Scope.WEBHOOKS_WRITE, keyed.once(deliveries::test, deliveries::tested))
                    .making(DELIVERY),
            new Route("GET", ONE + "/stats", Scope.WEBHOOKS_READ, (request, caller) -> stats(figures, request, caller))
                    .with(FiguresRequests.PARAMETERS),
            new Route("GET", DELIVERIES, Scope.WEBHOOKS_READ, deliveries::list).with(DeliveryQueries.PARAMETERS),
            new Route("GET", DELIVERY, Scope.WEBHOOKS_READ, deliveries::show),
            new Route(
                            "POST",
                            DELIVERY + "/redeliver",
                            Scope.WEBHOOKS_WRITE,
                            keyed.once(deliveries::redeliver, deliveries::redelivered))
                    .making(DELIVERY),
            new Route(
                    "POST",
                    DELIVERY + "/dismiss",
                    Scope.WEBHOOKS_WRITE,
                    keyed.once(deliveries::dismiss, deliveries::dismissed)),
            new Route("GET", ALL_DELIVERIES, Scope.WEBHOOKS_READ, several::list).with(DeliveryQueries.OF_ALL_WEBHOOKS),
            new Route("GET", EVENT_DELIVERIES, Scope.WEBHOOKS_READ, several::ofEvent).with(QueryParameters.PAGING),
            new Route("GET", REPLAYS, Scope.WEBHOOKS_READ, replays::list).with(QueryParameters.PAGING),
            new Route("POST", REPLAYS, Scope.WEBHOOKS_WRITE, keyed.once(replays::start, replays::started))
                    .making(REPLAYS + "/{id}"),
            new Route("GET", REPLAY, Scope.WEBHOOKS_READ, replays::show),
            new Route("POST", REPLAY + "/cancel", Scope.WEBHOOKS_WRITE, keyed.once(replays::cancel, replays::cancelled))
        };
    }

    @Override
    public void prime(Map<String, String> variables) {
        WebhooksApi primed = new WebhooksApi(variables);
        primed.handleRequest(PrimingRequests.get(ALL), null);
        primed.handleRequest(PrimingRequests.post(ALL, "{\"url\":\"https://priming.invalid\",\"types\":[]}"), null);
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        return endpoint.handle(event, context);
    }

    private Response stats(FiguresRequests figures, Request request, Caller caller) {
        FiguresQuery query = figures.read(request, caller);
        return figures.ofWebhook(request, webhooks.find(request, caller), query);
    }

    private Response list(Request request, Caller caller) {
        Optional<WebhookId> startingAfter = request.query().startingAfter(WebhookId::parse, "the newest webhook");
        int limit = request.query().limit();
        Optional<ExternalId> externalId =
                request.query().one(LabelsBody.EXTERNAL_ID, ExternalId.EXPECTED, ExternalId::parse);
        if (externalId.isPresent() && startingAfter.isPresent()) {
            throw QueryParameters.invalid(
                    "starting_after", "starting_after must be left out beside external_id, which selects one webhook.");
        }
        Clinics seen = access.clinicsOf(caller);
        return responses.page(
                externalId
                        .map(id -> Page.<Webhook, WebhookId>last(
                                reader.one(caller.account(), seen, id).stream().toList()))
                        .orElseGet(() -> reader.page(caller.account(), seen, startingAfter, limit)),
                counted -> request.pay(Math.max(0, counted - 1)));
    }

    private Response show(Request request, Caller caller) {
        return responses.show(webhooks.find(request, caller));
    }

    /** A concurrent deletion is no error: the webhook is gone either way. With If-Match, it has to be the version that was compared. */
    private Response delete(Request request, Caller caller) {
        request.requireNoFields();
        for (int tries = 0; tries < RequestedWebhooks.MAX_TRIES; tries++) {
            Webhook last = webhooks.read(request, caller).webhook().by(webhooks.origin(request, caller));
            Instant rememberedUntil = clock.instant().plus(retention);
            if (!WebhookEntityTags.isConditional(request)) {
                store.delete(last, rememberedUntil);
                return Response.noContent();
            }
            if (store.deleteUnchanged(last, rememberedUntil)) {
                return Response.noContent();
            }
        }
        throw RequestedWebhooks.tooManyChanges();
    }
}
