package com.scheduleevents.api.webhooks;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.PrimingRequests;
import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookReader;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Registers webhooks, shows them, changes them and deletes them. */
public final class WebhooksApi
        implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, SnapStartPriming {

    private static final String ALL = "/webhooks";
    private static final String ONE = "/webhooks/{webhook_id}";
    private static final String DELIVERIES = ONE + "/deliveries";
    private static final String DELIVERY = DELIVERIES + "/{event_id}";
    private static final String REPLAYS = ONE + "/replays";
    private static final String REPLAY = REPLAYS + "/{replay_id}";

    private final ClinicAccess access;
    private final WebhookStore store;
    private final Clock clock;
    private final Duration retention;
    private final WebhookReader reader;
    private final WebhookLookup webhooks;
    private final WebhookJson json;
    private final Endpoint endpoint;

    /** As Lambda starts it. */
    public WebhooksApi() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    /**
     * @param environment the variables that template.yaml sets
     */
    public WebhooksApi(Map<String, String> environment) {
        this(WebhooksDependencies.from(environment));
    }

    /**
     * @param parts tables, secrets, clock, randomness
     */
    public WebhooksApi(WebhooksDependencies parts) {
        this.access = new ClinicAccess(parts.accounts());
        this.store = parts.webhooks();
        this.clock = parts.clock();
        this.retention = parts.retention();
        this.reader = new WebhookReader(store);
        this.webhooks = new WebhookLookup(access, store);
        this.json = new WebhookJson(parts.backlog());
        this.endpoint = endpoint(parts);
    }

    private Endpoint endpoint(WebhooksDependencies parts) {
        EventTypeRegistry catalogue = EventTypeRegistry.fromClassPath();
        SettingsBody settings = new SettingsBody(catalogue, parts.extraNetworks());
        IdempotentWrites once = new IdempotentWrites(webhooks, parts.registrations(), parts.keyed(), parts.clock());
        SecretRequests secrets = new SecretRequests(
                webhooks,
                access,
                new RegistrantLookup(parts.accounts(), store, parts.webhooksPerAccount()),
                parts.vault(),
                once,
                settings,
                json,
                parts.clock(),
                parts.random());
        WebhookActions changes = new WebhookActions(webhooks, access, settings, json, parts.clock());
        DeliveryRequests deliveries = new DeliveryRequests(webhooks, access, new DeliveryQueries(catalogue), parts);
        ReplayRequests replays = new ReplayRequests(webhooks, parts);
        return new Endpoint(
                parts.cors(),
                new Route("GET", ALL, Scope.WEBHOOKS_READ, this::list),
                new Route("POST", ALL, Scope.WEBHOOKS_WRITE, secrets::register),
                new Route("GET", ONE, Scope.WEBHOOKS_READ, this::one),
                new Route("PATCH", ONE, Scope.WEBHOOKS_WRITE, changes::update),
                new Route("DELETE", ONE, Scope.WEBHOOKS_WRITE, this::delete),
                new Route("POST", ONE + "/enable", Scope.WEBHOOKS_WRITE, changes::enable),
                new Route("POST", ONE + "/disable", Scope.WEBHOOKS_WRITE, changes::disable),
                new Route("POST", ONE + "/rotate_secret", Scope.WEBHOOKS_WRITE, secrets::rotate),
                new Route("POST", ONE + "/ping", Scope.WEBHOOKS_WRITE, deliveries::ping),
                new Route("GET", DELIVERIES, Scope.WEBHOOKS_READ, deliveries::list),
                new Route("GET", DELIVERY, Scope.WEBHOOKS_READ, deliveries::one),
                new Route("POST", DELIVERY + "/redeliver", Scope.WEBHOOKS_WRITE, deliveries::redeliver),
                new Route("POST", DELIVERY + "/dismiss", Scope.WEBHOOKS_WRITE, deliveries::dismiss),
                new Route("GET", REPLAYS, Scope.WEBHOOKS_READ, replays::list),
                new Route("POST", REPLAYS, Scope.WEBHOOKS_WRITE, replays::start),
                new Route("GET", REPLAY, Scope.WEBHOOKS_READ, replays::one),
                new Route("POST", REPLAY + "/cancel", Scope.WEBHOOKS_WRITE, replays::cancel));
    }

    @Override
    public void prime(Map<String, String> variables) {
        WebhooksApi other = new WebhooksApi(variables);
        other.handleRequest(PrimingRequests.get(ALL), null);
        other.handleRequest(PrimingRequests.post(ALL, "{\"url\":\"https://priming.invalid\",\"types\":[]}"), null);
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        Optional.ofNullable(context).map(Context::getAwsRequestId).ifPresent(InvocationLogContext::begin);
        return endpoint.answer(event);
    }

    private Response list(Request request, Caller caller) {
        QueryParameters query = request.query(Set.of("starting_after", "limit"));
        Optional<WebhookId> startingAfter = query.startingAfter(WebhookId::parse, "the newest webhook");
        int limit = query.limit();
        Page<Webhook, WebhookId> page = reader.page(caller.account(), access.clinicsOf(caller), startingAfter, limit);
        return Response.page(
                page.items().stream().map(json::of).toList(), page.next().map(WebhookId::value));
    }

    private Response one(Request request, Caller caller) {
        request.query(Set.of());
        Webhook webhook = webhooks.find(request, caller);
        return WebhookEntityTags.tagged(200, webhook, json.of(webhook));
    }

    private Response delete(Request request, Caller caller) {
        request.query(Set.of());
        // Whoever removes the row first, from here on it is gone, which is what was asked for.
        WebhookId webhook = webhooks.find(request, caller).id();
        store.delete(caller.account(), webhook, clock.instant().plus(retention));
        return Response.noContent();
    }
}
