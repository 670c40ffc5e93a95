package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.circuit.DeliveryOverview;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.delivery.DeliveryReader;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The requests about what was sent to a webhook: showing it, sending it again, giving it up, and trying the webhook out. */
final class DeliveryRequests {

    private final WebhookLookup webhooks;
    private final ClinicAccess access;
    private final DeliveryQueries queries;
    private final DeliveryLog log;
    private final DeliveryOverview known;
    private final FeedReader feed;
    private final Duration retention;
    private final DeliveryQueue queue;
    private final Clock clock;
    private final RandomGenerator random;

    DeliveryRequests(WebhookLookup webhooks, ClinicAccess access, DeliveryQueries queries, WebhooksDependencies parts) {
        this.webhooks = webhooks;
        this.access = access;
        this.queries = queries;
        this.log = parts.log();
        this.known = new DeliveryOverview(parts.log(), parts.backlog(), parts.retention());
        this.retention = parts.retention();
        this.feed = new FeedReader(parts.events(), parts.retention());
        this.queue = parts.deliveries();
        this.clock = parts.clock();
        this.random = parts.random();
    }

    Response list(Request request, Caller caller) {
        QueryParameters query = request.query(DeliveryQueries.KNOWN);
        Clinics seen = access.clinicsOf(caller);
        var wanted = queries.read(query, seen);
        Webhook webhook = webhooks.find(request, caller);
        Page<LoggedDelivery, EventId> page =
                new DeliveryReader(known.of(webhook), retention).page(webhook.id(), wanted, clock.instant());
        return Response.page(
                page.items().stream().map(DeliveryJson::of).toList(),
                page.next().map(EventId::value));
    }

    Response one(Request request, Caller caller) {
        request.query(Set.of());
        Webhook webhook = webhooks.find(request, caller);
        return Response.json(200, DeliveryJson.withAttempts(delivery(request, caller, webhook)));
    }

    /**
     * The message goes first: it alone begins the cycle, so that a crash after it loses nothing; the log only shows it
     * earlier than the sender would.
     */
    Response redeliver(Request request, Caller caller) {
        request.query(Set.of());
        request.requireNoFields();
        Webhook webhook = webhooks.findActive(request, caller);
        Payload payload = payload(request, caller, webhook);
        Instant now = clock.instant();
        Optional<LoggedDelivery> logged = log.find(webhook.id(), payload.id());
        queue.send(List.of(DeliveryMessage.again(webhook, payload, logged, now)));
        logged.ifPresent(row -> log.replace(webhook.id(), row, row.nextCycle(now)));
        LoggedDelivery begun =
                logged.map(row -> row.nextCycle(now)).orElseGet(() -> LoggedDelivery.waiting(payload, now));
        return Response.json(202, DeliveryJson.of(begun));
    }

    Response dismiss(Request request, Caller caller) {
        request.query(Set.of());
        request.requireNoFields();
        Webhook webhook = webhooks.find(request, caller);
        for (int tries = 0; tries < WebhookLookup.TRIES; tries++) {
            LoggedDelivery read = delivery(request, caller, webhook);
            if (read.dismissed().equals(read) || known.dismiss(webhook, read)) {
                return Response.json(200, DeliveryJson.of(read.dismissed()));
            }
        }
        throw WebhookLookup.tooManyChanges();
    }

    Response ping(Request request, Caller caller) {
        request.query(Set.of());
        request.requireNoFields();
        Webhook webhook = webhooks.findActive(request, caller);
        Instant now = clock.instant();
        Payload ping = Payload.ping(webhook.id(), now, random);
        queue.send(List.of(DeliveryMessage.again(webhook, ping, Optional.empty(), now)));
        return Response.json(202, DeliveryJson.of(LoggedDelivery.waiting(ping, now)));
    }

    private LoggedDelivery delivery(Request request, Caller caller, Webhook webhook) {
        Clinics seen = access.clinicsOf(caller);
        return EventId.parse(request.pathVariable("event_id"))
                .flatMap(id -> known.find(webhook, id, seen))
                .orElseThrow(() -> notFound(
                        "There is no such delivery: nothing of that event was sent to this webhook or waits for it."
                                + " Check the event's id."));
    }

    private Payload payload(Request request, Caller caller, Webhook webhook) {
        return EventId.parse(request.pathVariable("event_id"))
                .flatMap(id -> feed.one(caller.account(), id, clock.instant()))
                .filter(event -> webhook.matches(event.type(), event.clinic()))
                .map(Payload::of)
                .orElseThrow(
                        () -> notFound("There is no such event for this webhook. Check its id, and that the webhook's"
                                + " types and clinic include it."));
    }

    private static ApiException notFound(String message) {
        return new ApiException(ErrorCode.NOT_FOUND, "event_id", message);
    }
}
