package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.circuit.DeliveryOverview;
import com.scheduleevents.domain.delivery.DeliveryLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQuery;
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
import java.util.random.RandomGenerator;

/** Handles the requests about the deliveries of a webhook: list, show, redeliver, dismiss and ping. */
final class DeliveryRequests {

    private final WebhookLookup webhooks;
    private final ClinicAccess access;
    private final DeliveryQueries queries;
    private final DeliveryLog log;
    private final DeliveryOverview overview;
    private final FeedReader feed;
    private final Duration retention;
    private final DeliveryQueue queue;
    private final Clock clock;
    private final RandomGenerator random;

    DeliveryRequests(
            WebhookLookup webhooks, ClinicAccess access, DeliveryQueries queries, WebhooksDependencies dependencies) {
        this.webhooks = webhooks;
        this.access = access;
        this.queries = queries;
        this.log = dependencies.log();
        this.retention = dependencies.retention();
        this.overview = new DeliveryOverview(log, dependencies.backlog(), retention);
        this.feed = new FeedReader(dependencies.events(), retention);
        this.queue = dependencies.deliveries();
        this.clock = dependencies.clock();
        this.random = dependencies.random();
    }

    Response list(Request request, Caller caller) {
        DeliveryQuery query = queries.read(request.query(), access.clinicsOf(caller));
        Webhook webhook = webhooks.find(request, caller);
        Page<LoggedDelivery, EventId> page =
                new DeliveryReader(overview.of(webhook), retention).page(webhook.id(), query, clock.instant());
        return Response.page(
                page.items().stream().map(DeliveryJson::of).toList(),
                page.next().map(EventId::value));
    }

    Response show(Request request, Caller caller) {
        Webhook webhook = webhooks.find(request, caller);
        return Response.json(200, DeliveryJson.withAttempts(delivery(request, caller, webhook)));
    }

    /**
     * The message is queued before the log is updated: it alone starts the retry cycle, so that a crash in between loses nothing. The
     * log only shows the cycle earlier than the sender would.
     */
    Response redeliver(Request request, Caller caller) {
        request.requireNoFields();
        Webhook webhook = webhooks.findActive(request, caller);
        Payload payload = payload(request, caller, webhook);
        Instant now = clock.instant();
        Optional<LoggedDelivery> logged = log.find(webhook.id(), payload.id());
        queue.send(List.of(DeliveryMessage.again(webhook, payload, logged, now)));
        logged.ifPresent(row -> log.replace(webhook.id(), row, row.nextCycle(now)));
        LoggedDelivery waiting =
                logged.map(row -> row.nextCycle(now)).orElseGet(() -> LoggedDelivery.waiting(payload, now));
        return Response.json(202, DeliveryJson.of(waiting));
    }

    Response dismiss(Request request, Caller caller) {
        request.requireNoFields();
        Webhook webhook = webhooks.find(request, caller);
        for (int tries = 0; tries < WebhookLookup.MAX_TRIES; tries++) {
            LoggedDelivery read = delivery(request, caller, webhook);
            if (read.dismissed().equals(read) || overview.dismiss(webhook, read)) {
                return Response.json(200, DeliveryJson.of(read.dismissed()));
            }
        }
        throw WebhookLookup.tooManyChanges();
    }

    Response ping(Request request, Caller caller) {
        request.requireNoFields();
        Webhook webhook = webhooks.findActive(request, caller);
        Instant now = clock.instant();
        Payload ping = Payload.ping(webhook.id(), now, random);
        queue.send(List.of(DeliveryMessage.again(webhook, ping, Optional.empty(), now)));
        return Response.json(202, DeliveryJson.of(LoggedDelivery.waiting(ping, now)));
    }

    private LoggedDelivery delivery(Request request, Caller caller, Webhook webhook) {
        Clinics visible = access.clinicsOf(caller);
        return EventId.parse(request.pathVariable("event_id"))
                .flatMap(id -> overview.find(webhook, id, visible))
                .orElseThrow(() -> notFound("This webhook has no delivery of that event. Check the event's ID."));
    }

    private Payload payload(Request request, Caller caller, Webhook webhook) {
        return EventId.parse(request.pathVariable("event_id"))
                .flatMap(id -> feed.one(caller.account(), id, clock.instant()))
                .filter(event -> webhook.matches(event.type(), event.clinic()))
                .map(Payload::of)
                .orElseThrow(
                        () -> notFound(
                                "There is no such event for this webhook. Check its ID, and the types and the clinic of the webhook."));
    }

    private static ApiException notFound(String message) {
        return new ApiException(ErrorCode.NOT_FOUND, "event_id", message);
    }
}
