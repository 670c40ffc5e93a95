package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.circuit.AccountDeliveries;
import com.scheduleevents.domain.circuit.AccountDeliveries.Found;
import com.scheduleevents.domain.circuit.AccountDeliveries.Position;
import com.scheduleevents.domain.circuit.EventOutcomes;
import com.scheduleevents.domain.circuit.EventOutcomes.Absence;
import com.scheduleevents.domain.circuit.EventOutcomes.Outcome;
import com.scheduleevents.domain.delivery.DeliveryQuery;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.FeedReader;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.webhook.VisibleWebhooks;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Handles the requests about deliveries of several webhooks: those of one event, and those that the receivers do not have. */
final class AccountDeliveryRequests {

    private final ClinicAccess access;
    private final FeedReader feed;
    private final EventOutcomes outcomes;
    private final AccountDeliveries deliveries;
    private final Clock clock;

    AccountDeliveryRequests(ClinicAccess access, VisibleWebhooks webhooks, WebhooksDependencies dependencies) {
        this.access = access;
        this.feed = new FeedReader(dependencies.events(), dependencies.retention());
        this.outcomes = new EventOutcomes(webhooks, dependencies.log(), dependencies.backlog());
        this.deliveries = new AccountDeliveries(webhooks, dependencies.overview(), feed, dependencies.retention());
        this.clock = dependencies.clock();
    }

    /** The clinics are read before the event, so that an event of another clinic takes the same calls as none. */
    Response ofEvent(Request request, Caller caller) {
        Optional<WebhookId> startingAfter = request.query().startingAfter(WebhookId::parse, "the newest webhook");
        int limit = request.query().limit();
        Clinics seen = access.readable(caller, Optional.empty());
        Event event = EventId.parse(request.pathVariable("event_id"))
                .flatMap(id -> feed.one(caller.account(), id, clock.instant()))
                .filter(found -> seen.contains(found.clinic()))
                .orElseThrow(() -> new ApiException(
                        ErrorCode.NOT_FOUND, "event_id", "There is no such event. Check its ID and the API key."));
        Page<Outcome, WebhookId> page = outcomes.page(
                caller.account(), seen, event, startingAfter, limit, looks -> request.pay(Math.max(0, looks - 1)));
        return Response.page(
                page.items().stream().map(OutcomeJson::of).toList(), page.next().map(WebhookId::value));
    }

    Response list(Request request, Caller caller) {
        Optional<Position> after = request.query().startingAfter(Position::parse, "the newest webhook");
        DeliveryQuery query = DeliveryQueries.ofAllWebhooks(request.query(), access.readable(caller, Optional.empty()));
        Page<Found, Position> page = deliveries.page(caller.account(), query, after, clock.instant(), request::charge);
        return Response.page(
                page.items().stream().map(UndeliveredJson::of).toList(),
                page.next().map(Position::text));
    }

    /**
     * What became of an event at one webhook.
     *
     * @param delivery null when there is none
     * @param reason why there is none; null when there is one
     */
    private record OutcomeJson(
            String webhookId,
            @Nullable DeliveryJson delivery,
            @Nullable String reason) {

        static OutcomeJson of(Outcome outcome) {
            return new OutcomeJson(
                    outcome.webhook().id().value(),
                    outcome.delivery()
                            .map(delivery -> DeliveryJson.of(delivery, outcome.webhook()))
                            .orElse(null),
                    outcome.absence().map(Absence::wireName).orElse(null));
        }
    }

    /** A delivery with the webhook that it belongs to. */
    private record UndeliveredJson(
            String webhookId, @JsonUnwrapped DeliveryJson delivery) {

        static UndeliveredJson of(Found found) {
            return new UndeliveredJson(
                    found.webhook().id().value(), DeliveryJson.of(found.delivery(), found.webhook()));
        }
    }
}
