package com.scheduleevents.api.events;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.fasterxml.jackson.databind.util.RawValue;
import com.scheduleevents.api.authorizer.KeyAuthentication;
import com.scheduleevents.api.changes.ChangeReader;
import com.scheduleevents.api.http.Authentication;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.PrimingRequests;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.events.DynamoBatches;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.rates.DynamoSharedTokens;
import com.scheduleevents.aws.snapshot.RestoreSafeRandom;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventDraft;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.event.FeedQuery;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.domain.event.Recording;
import com.scheduleevents.domain.event.Recording.Recorded;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.page.RowsRead;
import com.scheduleevents.domain.rate.SharedTokens;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Records events and serves the feed. The bytes of an event in a response are exactly those that are stored. */
public final class EventsApi
        implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, SnapStartPriming {

    private static final ClinicId NO_CLINIC = new ClinicId("cln_none");

    private final EventTypeRegistry types = EventTypeRegistry.fromClassPath();
    private final Response typesPage =
            Response.page(EventTypeJson.all(types, EventTypeRegistry.operational()), Optional.empty());
    private final Endpoint endpoint;
    private final ClinicAccess access;
    private final Recording recording;
    private final FeedReader feed;
    private final Clock clock;
    private final Metrics metrics;

    /** Used by Lambda. */
    public EventsApi() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    /**
     * Connects to AWS.
     *
     * @param variables the environment variables that template.yaml sets
     */
    public EventsApi(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        DynamoDbClient dynamoDb = new AwsClients(environment).dynamoDb();
        DynamoAccounts accounts = new DynamoAccounts(dynamoDb, environment.text("ACCOUNTS_TABLE"));
        String events = environment.text("EVENTS_TABLE");
        String idempotency = environment.text("IDEMPOTENCY_TABLE");
        this(
                accounts,
                new DynamoEvents(dynamoDb, events),
                new DynamoIdempotency(dynamoDb, idempotency),
                new DynamoBatches(dynamoDb, events, idempotency),
                Clock.systemUTC(),
                RestoreSafeRandom.create(),
                environment.duration("RETENTION"),
                Cors.of(environment.possiblyEmpty("CORS_ORIGINS")),
                KeyAuthentication.of(environment, accounts),
                new DynamoSharedTokens(dynamoDb, environment.text("REQUEST_RATES_TABLE")),
                EmbeddedMetrics.of(environment));
    }

    /**
     * @param batches writes many events and idempotency keys per call
     * @param random a cryptographic source
     * @param retention how long an event can be read
     * @param cors the websites that may call the API
     * @param authentication finds the API key of a request that came without the authorizer's context
     * @param tokens what accounts and keys may still request
     * @param metrics counts the recorded events, and the requests that fail
     */
    public EventsApi(
            Accounts accounts,
            EventStore events,
            IdempotencyStore idempotency,
            BatchStore batches,
            Clock clock,
            RandomGenerator random,
            Duration retention,
            Cors cors,
            Authentication authentication,
            SharedTokens tokens,
            Metrics metrics) {
        this.access = new ClinicAccess(accounts);
        this.recording = new Recording(events, idempotency, clock, random, retention);
        this.feed = new FeedReader(events, retention);
        this.clock = clock;
        this.metrics = metrics;
        BatchRecorder batch = new BatchRecorder(
                new ChangeReader(types),
                access,
                new BatchRecording(batches, recording, clock, random, retention),
                metrics);
        this.endpoint = new Endpoint(
                cors,
                authentication,
                clock,
                tokens,
                metrics,
                new Route("GET", "/events", Scope.EVENTS_READ, this::list).with(FeedQueries.PARAMETERS),
                new Route("POST", "/events", Scope.EVENTS_WRITE, this::record).making("/events/{id}"),
                new Route("POST", "/events/batch", Scope.EVENTS_WRITE, batch::record),
                new Route("GET", "/event_types", Scope.EVENTS_READ, (_, _) -> typesPage),
                new Route("GET", "/events/{event_id}", Scope.EVENTS_READ, this::show));
    }

    @Override
    public void prime(Map<String, String> variables) {
        EventsApi primed = new EventsApi(variables);
        primed.handleRequest(PrimingRequests.get("/events"), null);
        primed.handleRequest(PrimingRequests.get("/event_types"), null);
        primed.handleRequest(PrimingRequests.post("/events", PrimingRequests.EVENT), null);
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        return endpoint.handle(event, context);
    }

    private Response record(Request request, Caller caller) {
        Optional<IdempotencyKey> key = request.idempotencyKey();
        EventDraft draft = types.read(request.body());
        access.require(caller, draft.clinic());
        Recorded recorded = recording.record(caller.account(), draft, key);
        if (!recorded.repeat()) {
            metrics.add(Metric.EVENTS_RECORDED);
        }
        return Response.raw(recorded.repeat() ? 200 : 201, recorded.event().json());
    }

    private Response list(Request request, Caller caller) {
        FeedQuery query = FeedQueries.read(request.query(), types);
        Clinics visible = access.visible(caller, query.clinic());
        RowsRead read = new RowsRead();
        Page<Event, EventId> page = feed.page(caller.account(), visible, query, clock.instant(), read);
        request.charge(read.furtherRequests());
        return Response.page(
                page.items().stream().map(event -> new RawValue(event.json())).toList(),
                page.next().map(EventId::value));
    }

    private Response show(Request request, Caller caller) {
        Optional<Event> found = EventId.parse(request.pathVariable("event_id"))
                .flatMap(id -> feed.one(caller.account(), id, clock.instant()));
        // A clinic is looked up even if there is no event, so that timing does not reveal the events of other clinics.
        ClinicId clinic = found.map(Event::clinic).orElse(NO_CLINIC);
        boolean visible = caller.seesAllClinics() || access.sees(caller, clinic);
        return found.filter(_ -> visible)
                .map(event -> Response.immutable(event.json(), event.id().value()))
                .orElseThrow(() -> new ApiException(
                        ErrorCode.NOT_FOUND, "event_id", "There is no such event. Check its ID and the API key."));
    }
}
