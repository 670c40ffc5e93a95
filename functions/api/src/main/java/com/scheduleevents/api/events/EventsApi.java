package com.scheduleevents.api.events;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.changes.ChangeReader;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.PrimingRequests;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.events.DynamoBatches;
import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.aws.events.DynamoIdempotency;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
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
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Records events and serves the feed. An event is answered byte for byte as it is stored. */
public final class EventsApi
        implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, SnapStartPriming {

    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private final EventTypeRegistry catalogue = EventTypeRegistry.fromClassPath();
    private final String types = EventTypes.json(catalogue);
    private final Endpoint endpoint;
    private static final ClinicId NOBODYS = new ClinicId("cln_nobodys");

    private final ClinicAccess access;
    private final Recording recording;
    private final BatchRecorder batches;
    private final FeedReader feed;
    private final Clock clock;
    private final Metrics metrics;

    /** As Lambda starts it. */
    public EventsApi() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    /**
     * @param environment the variables that template.yaml sets
     */
    public EventsApi(Map<String, String> environment) {
        this(new Environment(environment));
    }

    private EventsApi(Environment environment) {
        this(environment, new AwsClients(environment).dynamoDb());
    }

    private EventsApi(Environment environment, DynamoDbClient dynamoDb) {
        this(
                new DynamoAccounts(dynamoDb, environment.text("ACCOUNTS_TABLE")),
                new DynamoEvents(dynamoDb, environment.text("EVENTS_TABLE")),
                new DynamoIdempotency(dynamoDb, environment.text("IDEMPOTENCY_TABLE")),
                new DynamoBatches(dynamoDb, environment.text("EVENTS_TABLE"), environment.text("IDEMPOTENCY_TABLE")),
                Clock.systemUTC(),
                RestoreSafeRandom.create(),
                environment.duration("RETENTION"),
                Cors.of(environment.possiblyEmpty("CORS_ORIGINS")),
                EmbeddedMetrics.of(environment));
    }

    /**
     * @param many the same events and idempotency keys, many at a time
     * @param random a source that no other instance shares
     * @param retention how long an event can be read
     * @param cors which websites may call
     * @param metrics counts what is recorded
     */
    public EventsApi(
            Accounts accounts,
            EventStore events,
            IdempotencyStore idempotency,
            BatchStore many,
            Clock clock,
            RandomGenerator random,
            Duration retention,
            Cors cors,
            Metrics metrics) {
        this.access = new ClinicAccess(accounts);
        this.recording = new Recording(events, idempotency, clock, random, retention);
        this.batches = new BatchRecorder(
                new ChangeReader(catalogue),
                access,
                new BatchRecording(many, recording, clock, random, retention),
                metrics);
        this.feed = new FeedReader(events, retention);
        this.clock = clock;
        this.metrics = metrics;
        this.endpoint = new Endpoint(
                cors,
                new Route("GET", "/events", Scope.EVENTS_READ, this::list),
                new Route("POST", "/events", Scope.EVENTS_WRITE, this::record),
                new Route("POST", "/events/batch", Scope.EVENTS_WRITE, batches::record),
                new Route("GET", "/event_types", Scope.EVENTS_READ, this::types),
                new Route("GET", "/events/{event_id}", Scope.EVENTS_READ, this::one));
    }

    @Override
    public void prime(Map<String, String> variables) {
        EventsApi other = new EventsApi(variables);
        other.handleRequest(PrimingRequests.get("/events"), null);
        other.handleRequest(PrimingRequests.get("/event_types"), null);
        other.handleRequest(
                PrimingRequests.post(
                        "/events",
                        "{\"type\":\"appointment.no_show\",\"clinic_id\":\"cln_rehearsal\",\"appointment_id\":\"apt_1\","
                                + "\"provider_id\":\"prv_1\",\"starts_at\":\"2026-12-01T09:30:00Z\",\"duration_minutes\":30}"),
                null);
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        Optional.ofNullable(context).map(Context::getAwsRequestId).ifPresent(InvocationLogContext::begin);
        try {
            return endpoint.answer(event);
        } finally {
            metrics.flush();
        }
    }

    private Response record(Request request, Caller caller) {
        request.query(Set.of());
        Optional<IdempotencyKey> key = idempotencyKey(request);
        EventDraft draft = catalogue.read(request.body());
        access.require(caller, draft.clinic());
        Recorded recorded = recording.record(caller.account(), draft, key);
        if (!recorded.repeat()) {
            metrics.add(Metric.EVENTS_RECORDED);
        }
        return Response.json(recorded.repeat() ? 200 : 201, recorded.event().json());
    }

    private Response list(Request request, Caller caller) {
        FeedQuery query = FeedQueries.read(request, catalogue);
        Page<Event, EventId> page =
                feed.page(caller.account(), visible(caller, query.clinic()), query, clock.instant());
        return Response.page(
                page.items().stream().map(Event::json).toList(), page.next().map(EventId::value));
    }

    private Response one(Request request, Caller caller) {
        request.query(Set.of());
        Optional<Event> found = EventId.parse(request.pathVariable("event_id"))
                .flatMap(id -> feed.one(caller.account(), id, clock.instant()));
        // Asked for an event that is not there, too: the time it takes is not to tell that another clinic has one.
        ClinicId clinic = found.map(Event::clinic).orElse(NOBODYS);
        boolean seen = caller.seesAllClinics() || access.sees(caller, clinic);
        return found.filter(_ -> seen)
                .map(EventsApi::tagged)
                .orElseThrow(() -> new ApiException(
                        ErrorCode.NOT_FOUND, "event_id", "There is no such event. Check its id and the API key."));
    }

    private Response types(Request request, Caller caller) {
        request.query(Set.of());
        return Response.json(200, types);
    }

    /** An event never changes, so its identity tells one answer from every other. */
    private static Response tagged(Event event) {
        return Response.unchanging(event.json(), event.id().value());
    }

    private Clinics visible(Caller caller, Optional<ClinicId> only) {
        only.ifPresent(clinic -> access.require(caller, clinic));
        return only.<Clinics>map(clinic -> new Clinics.Listed(Set.of(clinic)))
                .orElseGet(() -> access.clinicsOf(caller));
    }

    private static Optional<IdempotencyKey> idempotencyKey(Request request) {
        return request.header(IDEMPOTENCY_KEY).map(text -> IdempotencyKey.parse(text)
                .orElseThrow(() -> new ApiException(
                        ErrorCode.INVALID_HEADER,
                        IDEMPOTENCY_KEY,
                        "Idempotency-Key must be " + IdempotencyKey.EXPECTED + ".")));
    }
}
