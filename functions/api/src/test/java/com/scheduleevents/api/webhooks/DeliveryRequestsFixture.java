package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.LoggedDelivery.Dropped;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;

/** A webhook with deliveries in the log and in the backlog, and requests about them. */
abstract class DeliveryRequestsFixture {

    static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    static final Random RANDOM = new Random();

    final WebhooksFixture world = new WebhooksFixture();
    final Webhook webhook = webhook(Optional.empty());

    Webhook webhook(Optional<ClinicId> clinic) {
        Webhook made = Webhook.registered(
                Callers.ACCOUNT,
                WebhookId.mint(NOW, RANDOM),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://example.com/", List.of("*"), clinic, Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "k", "whsec_x"),
                NOW);
        world.webhooks.insert(made);
        return made;
    }

    Event recorded(long second, String type, String clinic) {
        EventId id = EventId.mint(NOW.plusSeconds(second), RANDOM);
        return world.events
                .putIfAbsent(Callers.ACCOUNT, new Event(id, type, new ClinicId(clinic), "{\"a\": 1}"), NOW)
                .orElseThrow();
    }

    void addToBacklog(Event event) {
        world.backlog.add(DeliveryMessage.first(webhook, event, NOW), NOW);
    }

    void attempted(Event event, int number, OutcomeClass outcome, OptionalInt code, DeliveryStatus status) {
        assertThat(world.log.append(webhook.id(), made(event, number, outcome, code, status), NOW))
                .isTrue();
    }

    static LoggedDelivery made(Event event, int number, OutcomeClass outcome, OptionalInt code, DeliveryStatus status) {
        return new LoggedDelivery(
                event.id(),
                event.type(),
                Optional.of(event.clinic()),
                OptionalLong.of(1),
                1,
                number,
                status,
                Optional.of(NOW),
                status == DeliveryStatus.PENDING ? Optional.of(NOW.plusSeconds(10)) : Optional.empty(),
                List.of(new LoggedAttempt(1, number, NOW, Duration.ofMillis(12), outcome, Optional.empty(), code, "t")),
                Dropped.NONE);
    }

    ApiResponse act(Event event, String action, int status) {
        ApiResponse response =
                on(Callers.FULL, "POST", webhook, "/" + event.id().value() + "/" + action, "");
        assertThat(response.status()).as(response.text()).isEqualTo(status);
        return response;
    }

    ApiResponse get(Caller caller, String path, String query) {
        return on(caller, "GET", webhook, path, query);
    }

    /** A path below the webhook's deliveries. */
    ApiResponse on(Caller caller, String method, Webhook of, String path, String query) {
        String[] parts = path.split("/", -1);
        String resource = "/webhooks/{webhook_id}/deliveries"
                + (parts.length > 1 ? "/{event_id}" : "")
                + (parts.length > 2 ? "/" + parts[2] : "");
        ApiRequest request = ApiRequest.of(caller, method, resource)
                .path("webhook_id", of.id().value())
                .query(query);
        return world.send(NOW.plusSeconds(60), parts.length > 1 ? request.path("event_id", parts[1]) : request);
    }

    ApiResponse ping() {
        return world.send(
                NOW,
                ApiRequest.of(Callers.FULL, "POST", "/webhooks/{webhook_id}/ping")
                        .path("webhook_id", webhook.id().value()));
    }
}
