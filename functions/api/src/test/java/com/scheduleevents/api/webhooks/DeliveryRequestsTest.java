package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DeliveryRequestsTest extends DeliveryRequestsFixture {

    @Test
    void showsADeliveryWithItsAttempts() {
        Event event = recorded(1, "offer.created", "cln_harbour");
        attempted(event, 1, OutcomeClass.TIMEOUT, OptionalInt.empty(), DeliveryStatus.PENDING);
        attempted(event, 2, OutcomeClass.STATUS, OptionalInt.of(503), DeliveryStatus.PENDING);

        JsonNode one = get(Callers.FULL, "/" + event.id().value(), "").json();
        assertThat(one.get("attempts").toString())
                .isEqualTo("[{\"retry_cycle\":1,\"number\":1,\"at\":\"2026-11-20T14:02:11.337Z\",\"duration_ms\":12,"
                        + "\"outcome\":\"timeout\",\"outcome_detail\":null,\"status_code\":null,\"response\":null},"
                        + "{\"retry_cycle\":1,\"number\":2,\"at\":\"2026-11-20T14:02:11.337Z\",\"duration_ms\":12,"
                        + "\"outcome\":\"status\",\"outcome_detail\":null,\"status_code\":503,\"response\":null}]");
        assertThat(get(Callers.FULL, "", "").json().get("data").get(0).toString())
                .isEqualTo("{\"event_id\":\"" + event.id().value() + "\",\"event_type\":\"offer.created\","
                        + "\"clinic_id\":\"cln_harbour\",\"status\":\"pending\",\"retry_cycle\":1,\"attempts_count\":2,\"failed_attempts_count\":2,"
                        + "\"first_attempt_at\":\"2026-11-20T14:02:11.337Z\","
                        + "\"next_attempt_at\":\"2026-11-20T14:02:21.337Z\","
                        + "\"last_outcome\":\"status\",\"last_status_code\":503,\"last_duration_ms\":12}");
    }

    @Test
    void saysForWhichEarlierEventOfItsAppointmentADeliveryWaits() {
        Webhook ordered = ordered();
        Event earlier = booked(1);
        Event waiting = waits(ordered, booked(2));

        assertThat(waitingFor(Callers.FULL, ordered, waiting).asText())
                .isEqualTo(earlier.id().value());
        assertThat(on(Callers.FULL, "GET", ordered, "", "")
                        .json()
                        .get("data")
                        .get(0)
                        .has("waiting_for"))
                .isFalse();
    }

    @Test
    void deliveryThatWaitsForNothingSaysSo() {
        Webhook ordered = ordered();
        Event first = booked(1);
        world.log.append(
                ordered.id(),
                made(first, 1, OutcomeClass.SUCCEEDED, OptionalInt.of(200), DeliveryStatus.SUCCEEDED),
                NOW);
        Event second = booked(2);
        attempted(second, 1, OutcomeClass.TIMEOUT, OptionalInt.empty(), DeliveryStatus.PENDING);

        assertThat(waitingFor(Callers.FULL, ordered, waits(ordered, booked(3))).asText())
                .isEqualTo(second.id().value());
        assertThat(waitingFor(Callers.FULL, ordered, first).isNull()).isTrue();
        assertThat(waitingFor(Callers.FULL, webhook, second).isNull()).isTrue();
    }

    private Webhook ordered() {
        Webhook ordered = webhook(Optional.empty()).ordered();
        world.webhooks.delete(ordered.account(), ordered.id(), NOW);
        world.webhooks.insert(ordered);
        return ordered;
    }

    /** An event of one appointment, after its order has begun. */
    private Event booked(long second) {
        EventId id = EventId.mint(NOW.plusSeconds(600 + second), RANDOM);
        world.aws.appointmentOrder().add(Callers.ACCOUNT, Map.of("apt_1", Set.of(id)), NOW.plusSeconds(9_000));
        return world.events
                .putIfAbsent(
                        Callers.ACCOUNT,
                        new Event(
                                id,
                                "appointment.booked",
                                new ClinicId("cln_harbour"),
                                "{\"appointment_id\": \"apt_1\"}"),
                        NOW)
                .orElseThrow();
    }

    private Event waits(Webhook ordered, Event event) {
        DeliveryMessage message =
                DeliveryMessage.first(ordered, event, event.id().mintedAt());
        world.log.begin(ordered.id(), LoggedDelivery.backlog(message), NOW.plusSeconds(9_000));
        return event;
    }

    private JsonNode waitingFor(Caller caller, Webhook of, Event event) {
        return on(caller, "GET", of, "/" + event.id().value(), "").json().get("waiting_for");
    }

    @Test
    void makesTheSameReadsForAHiddenAndAMissingDelivery() {
        Webhook narrowed = webhook(Optional.of(new ClinicId("cln_harbour")));
        Event hidden = recorded(1, "offer.created", "cln_oldtown");
        Event unsent = recorded(2, "offer.created", "cln_oldtown");
        world.log.append(
                narrowed.id(), made(hidden, 1, OutcomeClass.DNS, OptionalInt.empty(), DeliveryStatus.PENDING), NOW);

        for (Event event : List.of(hidden, unsent)) {
            int before = world.backlogLookUps.get();
            on(Callers.HARBOUR, "GET", narrowed, "/" + event.id().value(), "")
                    .assertError(404, "not_found", "event_id");
            assertThat(world.backlogLookUps.get()).isEqualTo(before + 1);
        }
    }

    @Test
    void redeliveryStartsTheNextRetryCycle() {
        Event event = recorded(1, "offer.created", "cln_harbour");
        JsonNode first = act(event, "redeliver", 202).json();
        assertThat(first.get("status").asText()).isEqualTo("pending");
        assertThat(world.sent).extracting(DeliveryMessage::cycle).containsExactly(1);
        attempted(event, 1, OutcomeClass.DNS, OptionalInt.empty(), DeliveryStatus.FAILED);

        JsonNode second = act(event, "redeliver", 202).json();
        assertThat(world.sent).extracting(DeliveryMessage::cycle).containsExactly(1, 2);
        assertThat(world.sent.getLast().payload().json()).isEqualTo(event.json());
        assertThat(world.sent.getLast().firstAttempt()).isEmpty();
        assertThat(second.get("retry_cycle").intValue()).isEqualTo(2);
        assertThat(get(Callers.FULL, "/" + event.id().value(), "")
                        .json()
                        .get("status")
                        .asText())
                .isEqualTo("pending");
        world.webhooks.update(webhook, webhook.disabled(new Disabling.Requested(NOW)));
        act(event, "redeliver", 409).assertError(409, "webhook_disabled", "webhook_id");
        ping().assertError(409, "webhook_disabled", "webhook_id");
        assertThat(world.sent).hasSize(2);
    }

    @Test
    void doesNotRedeliverAnEventThatIsExpiredOrDoesNotMatch() {
        Event old = recorded(-Duration.ofDays(90).toSeconds() - 2, "offer.created", "cln_harbour");
        act(old, "redeliver", 404).assertError(404, "not_found", "event_id");
        world.webhooks.update(
                webhook,
                webhook.with(
                        new WebhookSettings(
                                webhook.url(), List.of("offer.expired"), Optional.empty(), Optional.empty()),
                        NOW));
        act(recorded(1, "offer.created", "cln_harbour"), "redeliver", 404).assertError(404, "not_found", "event_id");
        assertThat(world.sent).isEmpty();
    }

    @Test
    void dismissesPendingDeliveriesOnly() {
        Event event = recorded(1, "offer.created", "cln_harbour");
        act(event, "dismiss", 404).assertError(404, "not_found", "event_id");
        attempted(event, 1, OutcomeClass.DNS, OptionalInt.empty(), DeliveryStatus.PENDING);
        JsonNode dismissed = act(event, "dismiss", 200).json();
        assertThat(dismissed.get("status").asText()).isEqualTo("dismissed");
        assertThat(dismissed.get("next_attempt_at").isNull()).isTrue();
        assertThat(act(event, "dismiss", 200).json()).isEqualTo(dismissed);
        Event done = recorded(2, "offer.created", "cln_harbour");
        attempted(done, 1, OutcomeClass.SUCCEEDED, OptionalInt.of(200), DeliveryStatus.SUCCEEDED);
        assertThat(act(done, "dismiss", 200).json().get("status").asText()).isEqualTo("succeeded");
        assertThat(world.audited(AuditAction.DELIVERY_DISMISSED))
                .singleElement()
                .asString()
                .contains(
                        "acc_1",
                        "DELIVERY_DISMISSED",
                        "key_full",
                        "req-1",
                        event.id().value());
    }

    @Test
    void eleventhPingOfAWebhookInAMinuteIsRefused() {
        for (int i = 0; i < 10; i++) {
            assertThat(ping().status()).isEqualTo(202);
        }
        ApiResponse refused = ping();
        refused.assertError(429, "rate_limited", "-");
        assertThat(refused.header("Retry-After")).isEqualTo("49");
        assertThat(world.sent).hasSize(10);
    }

    @Test
    void sendsAPingWithoutRecordingAnEvent() {
        ApiResponse ping = ping();
        assertThat(ping.status()).isEqualTo(202);
        assertThat(ping.json().get("event_type").asText()).isEqualTo("webhook.ping");
        DeliveryMessage message = world.sent.getFirst();
        assertThat(message.payload().id().value())
                .isEqualTo(ping.json().get("event_id").asText());
        assertThat(message.payload().json())
                .contains("\"webhook_id\":\"" + webhook.id().value() + "\"");
        assertThat(world.aws.eventCount()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"evt_1", "whk_1", "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"})
    void respondsNotFoundToAnUnknownDelivery(String id) {
        get(Callers.FULL, "/" + id, "").assertError(404, "not_found", "event_id");
        get(Callers.OTHER, "/" + id, "").assertError(404, "not_found", "webhook_id");
    }
}
