package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryRequestsTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final Random RANDOM = new Random();

    private final WebhooksFixture world = new WebhooksFixture();
    private final Webhook webhook = webhook(Optional.empty());

    @Test
    void showsADeliveryWithItsAttempts() {
        Event event = recorded(1, "offer.created", "cln_harbour");
        attempted(event, 1, OutcomeClass.TIMEOUT, OptionalInt.empty(), DeliveryStatus.PENDING);
        attempted(event, 2, OutcomeClass.STATUS, OptionalInt.of(503), DeliveryStatus.PENDING);

        JsonNode one = get(Callers.FULL, "/" + event.id().value(), "").json();
        assertThat(one.get("attempts").toString())
                .isEqualTo("[{\"retry_cycle\":1,\"number\":1,\"at\":\"2026-11-20T14:02:11.337Z\",\"duration_ms\":12,"
                        + "\"outcome\":\"timeout\",\"outcome_detail\":null,\"status_code\":null},"
                        + "{\"retry_cycle\":1,\"number\":2,\"at\":\"2026-11-20T14:02:11.337Z\",\"duration_ms\":12,"
                        + "\"outcome\":\"status\",\"outcome_detail\":null,\"status_code\":503}]");
        assertThat(get(Callers.FULL, "", "").json().get("data").get(0).toString())
                .isEqualTo("{\"event_id\":\"" + event.id().value() + "\",\"event_type\":\"offer.created\","
                        + "\"clinic_id\":\"cln_harbour\",\"status\":\"pending\",\"retry_cycle\":1,\"attempts_count\":2,"
                        + "\"first_attempt_at\":\"2026-11-20T14:02:11.337Z\","
                        + "\"next_attempt_at\":\"2026-11-20T14:02:21.337Z\","
                        + "\"last_outcome\":\"status\",\"last_status_code\":503,\"last_duration_ms\":12}");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 4 3 2 1",
        "status=failed, 3 1",
        "status=succeeded, 4 2",
        "type=offer.created, 2 1",
        "type=offer.created&type=offer.expired, 4 3 2 1",
        "type=webhook.ping, ''",
        "since=2026-11-20T14:02:14Z, 4 3",
        "status=failed&type=offer.created, 1",
    })
    void filtersAndPagesDeliveriesNewestFirst(String filter, String expected) {
        List<Event> events = List.of(
                recorded(1, "offer.created", "cln_harbour"),
                recorded(2, "offer.created", "cln_harbour"),
                recorded(3, "offer.expired", "cln_harbour"),
                recorded(4, "offer.expired", "cln_harbour"));
        for (int i = 0; i < events.size(); i++) {
            boolean failed = i % 2 == 0;
            attempted(
                    events.get(i),
                    1,
                    failed ? OutcomeClass.DNS : OutcomeClass.SUCCEEDED,
                    OptionalInt.empty(),
                    failed ? DeliveryStatus.FAILED : DeliveryStatus.SUCCEEDED);
        }
        List<String> walked = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = get(Callers.FULL, "", "limit=1" + (filter.isEmpty() ? "" : "&" + filter) + cursor)
                    .json();
            page.get("data").findValuesAsText("event_id").forEach(walked::add);
            cursor = page.get("has_more").booleanValue()
                    ? "&starting_after=" + page.get("next_cursor").asText()
                    : "";
        } while (!cursor.isEmpty());
        assertThat(walked)
                .isEqualTo(List.of(expected.split(" ")).stream()
                        .filter(n -> !n.isEmpty())
                        .map(n -> events.get(Integer.parseInt(n) - 1).id().value())
                        .toList());
    }

    @Test
    void hidesDeliveriesOfClinicsThatTheKeyDoesNotSee() {
        Webhook narrowed = webhook(Optional.of(new ClinicId("cln_harbour")));
        Event hidden = recorded(1, "offer.created", "cln_oldtown");
        world.log.append(
                narrowed.id(), made(hidden, 1, OutcomeClass.DNS, OptionalInt.empty(), DeliveryStatus.PENDING), NOW);

        assertThat(on(Callers.HARBOUR, "GET", narrowed, "", "").json().get("data"))
                .isEmpty();
        assertThat(on(Callers.FULL, "GET", narrowed, "", "").json().get("data")).hasSize(1);
        for (String action : List.of("", "/dismiss", "/redeliver")) {
            on(
                            Callers.HARBOUR,
                            action.isEmpty() ? "GET" : "POST",
                            narrowed,
                            "/" + hidden.id().value() + action,
                            "")
                    .assertError(404, "not_found", "event_id");
        }
        assertThat(world.sent).isEmpty();
    }

    @Test
    void makesTheSameReadsForAHiddenAndAMissingDelivery() {
        Webhook narrowed = webhook(Optional.of(new ClinicId("cln_harbour")));
        Event hidden = recorded(1, "offer.created", "cln_oldtown");
        Event unsent = recorded(2, "offer.created", "cln_oldtown");
        world.log.append(
                narrowed.id(), made(hidden, 1, OutcomeClass.DNS, OptionalInt.empty(), DeliveryStatus.PENDING), NOW);

        for (Event event : List.of(hidden, unsent)) {
            int before = world.backlog.lookUps();
            on(Callers.HARBOUR, "GET", narrowed, "/" + event.id().value(), "")
                    .assertError(404, "not_found", "event_id");
            assertThat(world.backlog.lookUps()).isEqualTo(before + 1);
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
        assertThat(world.log.audited())
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
    void showsAndDismissesDeliveriesOfTheBacklog() {
        List<Event> events = List.of(
                recorded(1, "offer.created", "cln_harbour"),
                recorded(2, "offer.created", "cln_harbour"),
                recorded(3, "offer.created", "cln_harbour"));
        attempted(events.get(1), 1, OutcomeClass.DNS, OptionalInt.empty(), DeliveryStatus.PENDING);
        events.forEach(this::addToBacklog);

        JsonNode page = get(Callers.FULL, "", "status=pending").json().get("data");
        assertThat(page.findValuesAsText("event_id"))
                .containsExactly(
                        events.get(2).id().value(),
                        events.get(1).id().value(),
                        events.get(0).id().value());
        assertThat(page.findValuesAsText("attempts_count")).containsExactly("0", "1", "0");
        JsonNode one = get(Callers.FULL, "/" + events.get(2).id().value(), "").json();
        assertThat(one.get("attempts")).isEmpty();
        assertThat(one.get("next_attempt_at").isNull()).isTrue();

        for (int again = 0; again < 2; again++) {
            assertThat(act(events.get(2), "dismiss", 200).json().get("status").asText())
                    .isEqualTo("dismissed");
        }
        act(events.get(1), "dismiss", 200);
        assertThat(world.backlog.count(webhook.id(), webhook.generation(), 9)).isEqualTo(1);
        assertThat(get(Callers.FULL, "", "status=pending").json().get("data")).hasSize(1);
        assertThat(get(Callers.FULL, "", "").json().get("data")).hasSize(3);
    }

    @Test
    void hidesTheBacklogOfAnEarlierGeneration() {
        Event event = recorded(1, "offer.created", "cln_harbour");
        addToBacklog(event);
        Webhook disabled = webhook.disabled(new Disabling.Requested(NOW));
        world.webhooks.update(webhook, disabled);
        world.webhooks.update(disabled, disabled.enabled());
        assertThat(get(Callers.FULL, "", "").json().get("data")).isEmpty();
        act(event, "dismiss", 404).assertError(404, "not_found", "event_id");
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
        assertThat(world.events.size()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "status=held, invalid_parameter, status",
        "status=failed&status=pending, invalid_parameter, status",
        "type=nope, invalid_parameter, type",
        "since=yesterday, invalid_parameter, since",
        "starting_after=whk_1, invalid_parameter, starting_after",
        "limit=101, invalid_parameter, limit",
        "clinic_id=cln_harbour, unknown_parameter, clinic_id",
    })
    void namesTheInvalidParameter(String query, String code, String param) {
        get(Callers.FULL, "", query).assertError(400, code, param);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evt_1", "whk_1", "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"})
    void respondsNotFoundToAnUnknownDelivery(String id) {
        get(Callers.FULL, "/" + id, "").assertError(404, "not_found", "event_id");
        get(Callers.OTHER, "/" + id, "").assertError(404, "not_found", "webhook_id");
    }

    private Webhook webhook(Optional<ClinicId> clinic) {
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

    private Event recorded(long second, String type, String clinic) {
        EventId id = EventId.mint(NOW.plusSeconds(second), RANDOM);
        return world.events.putIfAbsent(Callers.ACCOUNT, new Event(id, type, new ClinicId(clinic), "{\"a\": 1}"), NOW);
    }

    private void addToBacklog(Event event) {
        world.backlog.add(DeliveryMessage.first(webhook, event, NOW), NOW);
    }

    private void attempted(Event event, int number, OutcomeClass outcome, OptionalInt code, DeliveryStatus status) {
        assertThat(world.log.append(webhook.id(), made(event, number, outcome, code, status), NOW))
                .isTrue();
    }

    private static LoggedDelivery made(
            Event event, int number, OutcomeClass outcome, OptionalInt code, DeliveryStatus status) {
        return new LoggedDelivery(
                event.id(),
                event.type(),
                Optional.of(event.clinic()),
                1,
                number,
                status,
                Optional.of(NOW),
                status == DeliveryStatus.PENDING ? Optional.of(NOW.plusSeconds(10)) : Optional.empty(),
                List.of(new LoggedAttempt(1, number, NOW, Duration.ofMillis(12), outcome, code, "t")));
    }

    private ApiResponse act(Event event, String action, int status) {
        ApiResponse response =
                on(Callers.FULL, "POST", webhook, "/" + event.id().value() + "/" + action, "");
        assertThat(response.status()).as(response.text()).isEqualTo(status);
        return response;
    }

    private ApiResponse get(Caller caller, String path, String query) {
        return on(caller, "GET", webhook, path, query);
    }

    /** A path below the webhook's deliveries. */
    private ApiResponse on(Caller caller, String method, Webhook of, String path, String query) {
        String[] parts = path.split("/", -1);
        String resource = "/webhooks/{webhook_id}/deliveries"
                + (parts.length > 1 ? "/{event_id}" : "")
                + (parts.length > 2 ? "/" + parts[2] : "");
        ApiRequest request = ApiRequest.of(caller, method, resource)
                .path("webhook_id", of.id().value())
                .query(query);
        return world.send(NOW.plusSeconds(60), parts.length > 1 ? request.path("event_id", parts[1]) : request);
    }

    private ApiResponse ping() {
        return world.send(
                NOW,
                ApiRequest.of(Callers.FULL, "POST", "/webhooks/{webhook_id}/ping")
                        .path("webhook_id", webhook.id().value()));
    }
}
