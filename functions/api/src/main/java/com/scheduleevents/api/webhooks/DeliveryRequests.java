package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.Creation;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.circuit.AppointmentTurns;
import com.scheduleevents.domain.circuit.DeliveryOverview;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQuery;
import com.scheduleevents.domain.delivery.DeliveryReader;
import com.scheduleevents.domain.delivery.Dismissals;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.delivery.PingLimit;
import com.scheduleevents.domain.delivery.PingLimit.Kind;
import com.scheduleevents.domain.delivery.Redelivery;
import com.scheduleevents.domain.delivery.ShownStatus;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.EventDraft;
import com.scheduleevents.domain.event.EventFields;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.page.RowsRead;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Handles the requests about the deliveries of a webhook: list, show, redeliver, dismiss, ping and test. */
final class DeliveryRequests {

    private final RequestedWebhooks webhooks;
    private final ClinicAccess access;
    private final DeliveryQueries queries;
    private final EventTypeRegistry types;
    private final DeliveryOverview overview;
    private final AppointmentTurns turns;
    private final ResponseLookup responses;
    private final Dismissals dismissals;
    private final FeedReader feed;
    private final Duration retention;
    private final MessageQueue<DeliveryMessage> queue;
    private final Redelivery redelivery;
    private final PingLimit pings;
    private final Clock clock;

    DeliveryRequests(
            RequestedWebhooks webhooks,
            ClinicAccess access,
            EventTypeRegistry types,
            WebhooksDependencies dependencies) {
        this.webhooks = webhooks;
        this.access = access;
        this.queries = new DeliveryQueries(types);
        this.types = types;
        this.retention = dependencies.retention();
        this.overview = dependencies.overview();
        this.turns = dependencies.turns();
        this.responses = new ResponseLookup(dependencies.responses(), dependencies.vault(), dependencies.clock());
        this.dismissals = dependencies.dismissals();
        this.feed = new FeedReader(dependencies.events(), retention);
        this.queue = dependencies.deliveries();
        this.redelivery = new Redelivery(dependencies.log(), queue, retention);
        this.pings = dependencies.pings();
        this.clock = dependencies.clock();
    }

    Response list(Request request, Caller caller) {
        DeliveryQuery query = queries.read(request.query(), access.readable(caller, Optional.empty()));
        Webhook webhook = webhooks.find(request, caller);
        RowsRead read = new RowsRead();
        Page<LoggedDelivery, EventId> page = new DeliveryReader(overview.of(webhook, read), feed, retention)
                .page(webhook, query, clock.instant(), read);
        request.charge(read.furtherRequests());
        return Response.page(
                page.items().stream()
                        .map(delivery -> DeliveryJson.of(delivery, webhook))
                        .toList(),
                page.next().map(EventId::value));
    }

    Response show(Request request, Caller caller) {
        Webhook webhook = webhooks.find(request, caller);
        LoggedDelivery delivery = delivery(request, caller, webhook);
        return Response.json(
                200,
                DeliveryJson.withDetails(
                        delivery, webhook, responses.to(delivery, webhook, caller), waitingFor(delivery, webhook)));
    }

    /** The earlier event of the appointment which the webhook has to get first. Whoever sees the webhook may see its events. */
    private Optional<EventId> waitingFor(LoggedDelivery delivery, Webhook webhook) {
        if (!webhook.isOrdered()
                || ShownStatus.of(delivery, webhook) != ShownStatus.PENDING
                || !delivery.attempts().isEmpty()) {
            return Optional.empty();
        }
        return feed.one(webhook.account(), delivery.event(), clock.instant())
                .flatMap(event -> turns.earlier(webhook, event.id(), new EventFields(event.json())))
                .map(earlier -> earlier.event().id());
    }

    Response redeliver(Request request, Caller caller, Creation nothing) {
        request.requireNoFields();
        Webhook webhook = webhooks.findActive(request, caller);
        Payload payload = payload(request, caller, webhook);
        return accepted(redelivery.request(webhook, payload, clock.instant()), webhook);
    }

    /** Responds to the repeat of a request to redeliver. */
    Response redelivered(Request request, Caller caller, Creation nothing) {
        Webhook webhook = webhooks.find(request, caller);
        return accepted(delivery(request, caller, webhook), webhook);
    }

    Response dismiss(Request request, Caller caller, Creation nothing) {
        request.requireNoFields();
        Webhook webhook = webhooks.find(request, caller);
        for (int tries = 0; tries < RequestedWebhooks.MAX_TRIES; tries++) {
            LoggedDelivery read = delivery(request, caller, webhook);
            if (read.dismissed().equals(read)
                    || overview.dismiss(webhook, read, dismissals, dismissal(request, caller, webhook, read))) {
                return Response.json(200, DeliveryJson.of(read.dismissed(), webhook));
            }
        }
        throw RequestedWebhooks.tooManyChanges();
    }

    /** Responds to the repeat of a request to dismiss. */
    Response dismissed(Request request, Caller caller, Creation nothing) {
        Webhook webhook = webhooks.find(request, caller);
        return Response.json(200, DeliveryJson.of(delivery(request, caller, webhook), webhook));
    }

    private AuditEntry dismissal(Request request, Caller caller, Webhook webhook, LoggedDelivery delivery) {
        String event = delivery.event().value();
        return AuditEntry.of(
                webhook.account(),
                AuditAction.DELIVERY_DISMISSED,
                webhooks.origin(request, caller),
                webhook.id().value() + " " + event + " " + delivery.cycle(),
                delivery.clinic()
                        .<Clinics>map(clinic -> new Clinics.Listed(Set.of(clinic)).or(webhook.reach()))
                        .orElseGet(webhook::reach),
                Map.of(Detail.WEBHOOK_ID, webhook.id().value(), Detail.EVENT_ID, event));
    }

    Response ping(Request request, Caller caller, Creation creation) {
        request.requireNoFields();
        Webhook webhook = webhooks.findActive(request, caller);
        count(webhook, Kind.PING, clock.instant(), "pings");
        return send(ping(webhook, creation), webhook);
    }

    /** Responds to the repeat of a request for a ping. */
    Response pinged(Request request, Caller caller, Creation creation) {
        Webhook webhook = webhooks.find(request, caller);
        return shown(ping(webhook, creation), webhook, caller);
    }

    /** Sends a test event, whatever the types and clinics of the webhook; a clinic that the caller names must be one that they see. */
    Response test(Request request, Caller caller, Creation creation) {
        EventDraft draft = TestEventBody.read(request.body(), types);
        Webhook webhook = webhooks.findActive(request, caller);
        if (request.body().path("fields").has("clinic_id")) {
            access.require(caller, draft.clinic());
        }
        if (request.body().path("fields").has("clinic_ids")) {
            access.requireAll(caller, draft.clinics(), "clinic_ids");
        }
        count(webhook, Kind.TEST_EVENT, clock.instant(), "test events");
        return send(test(draft, webhook, creation), webhook);
    }

    /** Responds to the repeat of a request for a test event. */
    Response tested(Request request, Caller caller, Creation creation) {
        Webhook webhook = webhooks.find(request, caller);
        return shown(test(TestEventBody.read(request.body(), types), webhook, creation), webhook, caller);
    }

    /** Neither opens a circuit, so without a limit they could keep senders busy with a receiver that hangs. */
    private void count(Webhook webhook, Kind kind, Instant now, String name) {
        if (!pings.allows(webhook.id(), kind, now)) {
            throw ApiException.tooMany(
                    PingLimit.untilNext(now),
                    "A webhook is sent at most " + kind.perMinute() + " " + name
                            + " per minute. Wait as many seconds as Retry-After says, then try again.");
        }
    }

    private static DeliveryMessage ping(Webhook webhook, Creation creation) {
        return trial(webhook, Payload.ping(webhook.id(), event(creation)));
    }

    private static DeliveryMessage test(EventDraft draft, Webhook webhook, Creation creation) {
        return trial(webhook, Payload.test(draft, event(creation).ofTest()));
    }

    /** The message is due when the first request for it came, so that a repeat shows the same time. */
    private static DeliveryMessage trial(Webhook webhook, Payload payload) {
        return DeliveryMessage.again(
                webhook, payload, Optional.empty(), payload.id().mintedAt());
    }

    private static EventId event(Creation creation) {
        return new EventId(creation.id(EventId.PREFIX));
    }

    private Response send(DeliveryMessage trial, Webhook webhook) {
        queue.send(List.of(trial));
        return accepted(LoggedDelivery.waiting(trial), webhook);
    }

    /** A ping or test event is not in the log before it is attempted. */
    private Response shown(DeliveryMessage trial, Webhook webhook, Caller caller) {
        return accepted(
                overview.find(webhook, trial.payload().id(), access.readable(caller, Optional.empty()))
                        .orElseGet(() -> LoggedDelivery.waiting(trial)),
                webhook);
    }

    private static Response accepted(LoggedDelivery delivery, Webhook webhook) {
        return Response.json(202, DeliveryJson.of(delivery, webhook));
    }

    private LoggedDelivery delivery(Request request, Caller caller, Webhook webhook) {
        Clinics visible = access.readable(caller, Optional.empty());
        return EventId.parse(request.pathVariable("event_id"))
                .flatMap(id -> overview.find(webhook, id, visible))
                .orElseThrow(() -> notFound("This webhook has no delivery of that event. Check the event's ID."));
    }

    private Payload payload(Request request, Caller caller, Webhook webhook) {
        return EventId.parse(request.pathVariable("event_id"))
                .flatMap(id -> feed.one(caller.account(), id, clock.instant()))
                .filter(webhook::matches)
                .map(Payload::of)
                .orElseThrow(
                        () -> notFound(
                                "There is no such event for this webhook. Check its ID, and the types, clinics and filter of the webhook."));
    }

    private static ApiException notFound(String message) {
        return new ApiException(ErrorCode.NOT_FOUND, "event_id", message);
    }
}
