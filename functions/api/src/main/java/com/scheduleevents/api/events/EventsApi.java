package com.scheduleevents.api.events;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.authorizer.KeyAuthentication;
import com.scheduleevents.api.changes.ChangeReader;
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
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventDraft;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.event.FeedQuery;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.domain.event.ForwardReader;
import com.scheduleevents.domain.event.ForwardReader.ForwardPage;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.Recording;
import com.scheduleevents.domain.event.Recording.Recorded;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.page.RowsRead;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records events and serves the feed. The bytes of an event in a response are exactly those that are stored. */
public final class EventsApi
        implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, SnapStartPriming {

    private static final Logger LOG = LoggerFactory.getLogger(EventsApi.class);

    private static final ClinicId NO_CLINIC = new ClinicId("cln_none");

    private final EventTypeRegistry types = EventTypeRegistry.fromClassPath();
    private final Response typesPage =
            Response.page(EventTypeJson.all(types, EventTypeRegistry.operational()), Optional.empty());
    private final Endpoint endpoint;
    private final ClinicAccess access;
    private final ClinicAccess recordingAccess;
    private final Recording recording;
    private final FeedReader feed;
    private final ForwardReader forwards;
    private final InstantSource clock;
    private final MetricRecorder metrics;

    public EventsApi() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    public EventsApi(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public EventsApi(Wiring wiring) {
        Recording recording = wiring.recording();
        this(
                wiring.accounts(),
                wiring.clockCheckedAccounts(),
                recording,
                wiring.batchRecording(recording),
                new FeedReader(wiring.events(), wiring.retention()),
                new ForwardReader(wiring.clockCheckedEvents(), wiring.retention(), wiring.holdBack()),
                KeyAuthentication.gate(wiring));
    }

    /**
     * @param accounts looks up what may be read
     * @param clockChecked looks up what may be recorded, unless the clock is off
     * @param recording records single events
     * @param batches records many
     */
    EventsApi(
            Accounts accounts,
            Accounts clockChecked,
            Recording recording,
            BatchRecording batches,
            FeedReader feed,
            ForwardReader forwards,
            RequestGate gate) {
        this.access = new ClinicAccess(accounts);
        this.recordingAccess = new ClinicAccess(clockChecked);
        this.recording = recording;
        this.feed = feed;
        this.forwards = forwards;
        this.clock = gate.clock();
        this.metrics = gate.metrics();
        BatchRecorder batch = new BatchRecorder(new ChangeReader(types), recordingAccess, batches, metrics);
        this.endpoint = new Endpoint(
                gate,
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
        primed.handleRequest(
                PrimingRequests.get("/events").withMultiValueQueryStringParameters(Map.of("order", List.of("asc"))),
                null);
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
        recordingAccess.require(caller, draft.clinic());
        Recorded recorded = recording.record(caller.account(), draft, key);
        if (!recorded.repeat()) {
            metrics.add(Metric.EVENTS_RECORDED);
        }
        return Response.raw(recorded.repeat() ? 200 : 201, recorded.event().json());
    }

    private Response list(Request request, Caller caller) {
        FeedQuery query = FeedQueries.read(request.query(), types);
        Clinics visible = access.readable(caller, query.clinic());
        RowsRead read = new RowsRead();
        if (FeedQueries.isForwards(request.query())) {
            ForwardPage page = forwards.page(caller.account(), visible, query, clock.instant(), read);
            request.charge(read.furtherRequests());
            page.lacking().ifPresent(this::report);
            return Response.json(200, EventPageJson.of(page));
        }
        Page<Event, EventId> page = feed.page(caller.account(), visible, query, clock.instant(), read);
        request.charge(read.furtherRequests());
        return Response.json(200, EventPageJson.of(page));
    }

    private void report(EventId lacking) {
        metrics.add(Metric.FEED_AT_RISK);
        LOG.error("the index of clinics lacks {}; pages of its clinic end before it", lacking.value());
    }

    private Response show(Request request, Caller caller) {
        Optional<Event> found = EventId.parse(request.pathVariable("event_id"))
                .flatMap(id -> feed.one(caller.account(), id, clock.instant()));
        // A clinic is looked up even if there is no event, so that timing does not reveal the events of other clinics.
        ClinicId clinic = found.map(Event::clinic).orElse(NO_CLINIC);
        boolean visible = access.reads(caller, clinic);
        return found.filter(_ -> visible)
                .map(event -> Response.immutable(event.json(), event.id().value()))
                .orElseThrow(() -> new ApiException(
                        ErrorCode.NOT_FOUND, "event_id", "There is no such event. Check its ID and the API key."));
    }
}
