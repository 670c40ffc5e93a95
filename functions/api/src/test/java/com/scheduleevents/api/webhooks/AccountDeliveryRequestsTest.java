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
import com.scheduleevents.domain.delivery.LoggedDelivery.Dropped;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.PayloadStyle;
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
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountDeliveryRequestsTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final Random RANDOM = new Random();
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");

    private final WebhooksFixture world = new WebhooksFixture();
    private int registered;

    @Test
    void saysWhatBecameOfAnEventAtEachWebhook() {
        Event event = recorded(100, "offer.created", "cln_harbour");
        Webhook delivered = webhook("*", Optional.empty());
        attempted(delivered, event, DeliveryStatus.SUCCEEDED);
        Webhook waiting = webhook("*", Optional.empty());
        world.backlog.add(DeliveryMessage.first(waiting, event, NOW), NOW);
        world.webhooks.update(waiting, waiting.asSuspended(NOW));
        Webhook open = webhook("*", Optional.empty());
        world.backlog.add(DeliveryMessage.first(open, event, NOW), NOW);
        world.webhooks.write(
                open,
                new HealthChange(
                        Rule.OPENED, open.health().withCircuit(new Circuit.Open(Duration.ofSeconds(10)), NOW)));
        Webhook onItsWay = webhook("offer.created", Optional.of(HARBOUR));
        Webhook otherType = webhook("offer.expired", Optional.empty());
        Webhook otherClinic = webhook("*", Optional.of(new ClinicId("cln_oldtown")));
        Webhook filtered = webhook("*", Optional.empty());
        world.webhooks.update(filtered, filtered.with(filtering(filtered), NOW));
        Webhook disabled = webhook("*", Optional.empty());
        world.webhooks.update(disabled, disabled.disabled(new Disabling.Requested(NOW)));
        Webhook later = webhook("*", Optional.empty(), 200);

        ApiResponse response = ofEvent(Callers.FULL, event.id().value(), "");

        assertThat(response.status()).as(response.text()).isEqualTo(200);
        assertThat(response.json()
                        .get("data")
                        .valueStream()
                        .map(row -> row.get("webhook_id").asText() + " "
                                + row.at("/delivery/status").asText()
                                + row.path("reason").asText())
                        .toList())
                .containsExactly(
                        later.id().value() + " registered_later",
                        disabled.id().value() + " webhook_disabled",
                        filtered.id().value() + " filtered",
                        otherClinic.id().value() + " other_clinic",
                        otherType.id().value() + " other_type",
                        onItsWay.id().value() + " not_attempted",
                        open.id().value() + " pendingnull",
                        waiting.id().value() + " pendingnull",
                        delivered.id().value() + " succeedednull");
    }

    @Test
    void pagesThroughTheWebhooksThatTheKeySees() {
        Event event = recorded(100, "offer.created", "cln_harbour");
        List<Webhook> seen = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            webhook("*", Optional.empty());
            seen.addFirst(webhook("*", Optional.of(HARBOUR)));
        }
        List<String> walked = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = ofEvent(Callers.HARBOUR, event.id().value(), "limit=1" + cursor)
                    .json();
            page.get("data").findValuesAsText("webhook_id").forEach(walked::add);
            cursor = page.get("has_more").booleanValue()
                    ? "&starting_after=" + page.get("next_cursor").asText()
                    : "";
        } while (!cursor.isEmpty());
        assertThat(walked)
                .isEqualTo(seen.stream().map(webhook -> webhook.id().value()).toList());
    }

    @Test
    void respondsNotFoundToAnEventThatTheKeyDoesNotSee() {
        Event hidden = recorded(1, "offer.created", "cln_oldtown");
        Event expired = recorded(-Duration.ofDays(91).toSeconds(), "offer.created", "cln_harbour");
        for (String id :
                List.of(hidden.id().value(), expired.id().value(), "evt_1", "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB_test")) {
            ofEvent(Callers.HARBOUR, id, "").assertError(404, "not_found", "event_id");
        }
        assertThat(ofEvent(Callers.FULL, hidden.id().value(), "").status()).isEqualTo(200);
        ofEvent(Callers.OTHER, hidden.id().value(), "").assertError(404, "not_found", "event_id");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 2:4 2:3 2:2 1:4 1:3 1:2",
        "status=failed, 2:2 1:2",
        "status=pending, 2:4 2:3 1:4 1:3",
        "status=pending&since=2026-11-20T14:02:15Z, 2:4 1:4",
    })
    void listsWhatWasNotDeliveredWebhookByWebhook(String filter, String expected) {
        List<Webhook> webhooks = List.of(webhook("*", Optional.empty()), webhook("*", Optional.empty()));
        List<Event> events = Stream.of(1, 2, 3, 4)
                .map(second -> recorded(second, "offer.created", "cln_harbour"))
                .toList();
        for (Webhook webhook : webhooks) {
            attempted(webhook, events.get(0), DeliveryStatus.SUCCEEDED);
            attempted(webhook, events.get(1), DeliveryStatus.FAILED);
            attempted(webhook, events.get(2), DeliveryStatus.PENDING);
            world.backlog.add(DeliveryMessage.first(webhook, events.get(3), NOW), NOW);
        }
        assertThat(walked(Callers.FULL, filter))
                .isEqualTo(Stream.of(expected.split(" "))
                        .map(pair -> webhooks.get(pair.charAt(0) - '1').id().value() + " "
                                + events.get(pair.charAt(2) - '1').id().value())
                        .toList());
    }

    @Test
    void whatWaitsForADisabledWebhookIsNotSentWhicheverWayItIsLookedAt() {
        Webhook webhook = webhook("*", Optional.empty());
        Event retried = recorded(1, "offer.created", "cln_harbour");
        Event kept = recorded(2, "offer.created", "cln_harbour");
        attempted(webhook, retried, DeliveryStatus.PENDING);
        world.backlog.add(DeliveryMessage.first(webhook, kept, NOW), NOW);
        Webhook disabled = webhook.disabled(new Disabling.Requested(NOW));
        Webhook enabled = disabled.enabled(NOW);
        Webhook before = webhook;
        for (Webhook changed : List.of(disabled, enabled)) {
            world.webhooks.update(before, changed);
            before = changed;
            for (Event event : List.of(retried, kept)) {
                assertThat(ofEvent(Callers.FULL, event.id().value(), "")
                                .json()
                                .at("/data/0/delivery/status")
                                .asText())
                        .isEqualTo("not_sent");
            }
            assertThat(walked(Callers.FULL, "")).hasSize(2);
            assertThat(walked(Callers.FULL, "status=not_sent")).hasSize(2);
            assertThat(walked(Callers.FULL, "status=pending")).isEmpty();
        }
    }

    @Test
    void hidesWebhooksAndClinicsThatTheKeyDoesNotSee() {
        Event hidden = recorded(1, "offer.created", "cln_oldtown");
        Event shown = recorded(2, "offer.created", "cln_harbour");
        Webhook wide = webhook("*", Optional.empty());
        attempted(wide, shown, DeliveryStatus.FAILED);
        Webhook narrow = webhook("*", Optional.of(HARBOUR));
        attempted(narrow, shown, DeliveryStatus.FAILED);
        // From a time when the webhook was not limited to one clinic.
        attempted(narrow, hidden, DeliveryStatus.FAILED);

        assertThat(walked(Callers.HARBOUR, ""))
                .containsExactly(narrow.id().value() + " " + shown.id().value());
        assertThat(walked(Callers.OTHER, "")).isEmpty();
        String intoHidden =
                "starting_after=" + wide.id().value() + "." + shown.id().value();
        assertThat(list(Callers.HARBOUR, intoHidden).json().get("data")).isEmpty();
        list(Callers.POWERLESS, "").assertError(403, "missing_scope", "-");
    }

    @Test
    void pageLooksAtAHundredWebhooksAtMost() {
        Event event = recorded(1, "offer.created", "cln_harbour");
        attempted(webhook("*", Optional.empty()), event, DeliveryStatus.FAILED);
        for (int i = 0; i < 150; i++) {
            webhook("*", Optional.empty());
        }
        JsonNode first = list(Callers.FULL, "").json();
        assertThat(first.get("data")).isEmpty();
        assertThat(first.get("has_more").booleanValue()).isTrue();
        assertThat(walked(Callers.FULL, "")).hasSize(1);
    }

    @Test
    void listsCostWhatTheyRead() {
        List<Webhook> webhooks = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Webhook made = webhook("*", Optional.empty());
            world.webhooks.update(made, made.asSuspended(NOW));
            webhooks.add(made);
        }
        assertThat(left(list(Callers.FULL, ""))).as("five webhooks").isEqualTo(199 - 4);
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            events.add(recorded(i, "offer.created", "cln_harbour"));
            attempted(webhooks.getFirst(), events.getLast(), DeliveryStatus.SUCCEEDED);
            world.backlog.add(DeliveryMessage.first(webhooks.getFirst(), events.getLast(), NOW), NOW);
        }
        assertThat(left(list(Callers.FULL, ""))).as("and 600 rows").isEqualTo(199 - 4 - 2);
        assertThat(left(ofWebhook(webhooks.getFirst(), "status=failed"))).isEqualTo(199 - 2);
        assertThat(left(ofWebhook(webhooks.getFirst(), ""))).isEqualTo(199);
        assertThat(left(ofEvent(Callers.FULL, events.getFirst().id().value(), "")))
                .as("looks into four backlogs")
                .isEqualTo(199 - 3);
    }

    @ParameterizedTest
    @CsvSource({
        "status=succeeded, invalid_parameter, status",
        "type=offer.created, unknown_parameter, type",
        "since=yesterday, invalid_parameter, since",
        "starting_after=evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB, invalid_parameter, starting_after",
        "starting_after=whk_1.evt_1, invalid_parameter, starting_after",
        "starting_after=whk_1., invalid_parameter, starting_after",
        "limit=101, invalid_parameter, limit",
    })
    void namesTheInvalidParameter(String query, String code, String param) {
        list(Callers.FULL, query).assertError(400, code, param);
    }

    private static WebhookSettings filtering(Webhook webhook) {
        return new WebhookSettings(
                webhook.url(),
                webhook.types(),
                Set.of(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.of(EventFilter.parse("{\"provider_id\":[\"prv_1\"]}")),
                PayloadStyle.FULL,
                Optional.empty(),
                false,
                Optional.empty());
    }

    private List<String> walked(Caller caller, String filter) {
        List<String> walked = new ArrayList<>();
        String cursor = "";
        do {
            ApiResponse response = list(caller, "limit=2" + (filter.isEmpty() ? "" : "&" + filter) + cursor);
            assertThat(response.status()).as(response.text()).isEqualTo(200);
            JsonNode page = response.json();
            page.get("data")
                    .forEach(row -> walked.add(row.get("webhook_id").asText() + " "
                            + row.get("event_id").asText()));
            cursor = page.get("has_more").booleanValue()
                    ? "&starting_after=" + page.get("next_cursor").asText()
                    : "";
        } while (!cursor.isEmpty());
        return walked;
    }

    private ApiResponse list(Caller caller, String query) {
        return world.send(
                NOW.plusSeconds(600),
                ApiRequest.of(caller, "GET", "/deliveries").query(query).found("requests_per_second", "100"));
    }

    private ApiResponse ofWebhook(Webhook webhook, String query) {
        return world.send(
                NOW.plusSeconds(600),
                ApiRequest.of(Callers.FULL, "GET", "/webhooks/{webhook_id}/deliveries")
                        .path("webhook_id", webhook.id().value())
                        .query(query)
                        .found("requests_per_second", "100"));
    }

    private static int left(ApiResponse response) {
        assertThat(response.status()).as(response.text()).isEqualTo(200);
        return Integer.parseInt(response.header("RateLimit").replaceAll(".*;r=([0-9]+).*", "$1"));
    }

    private ApiResponse ofEvent(Caller caller, String event, String query) {
        return world.send(
                NOW.plusSeconds(600),
                ApiRequest.of(caller, "GET", "/events/{event_id}/deliveries")
                        .path("event_id", event)
                        .query(query)
                        .found("requests_per_second", "100"));
    }

    private Webhook webhook(String type, Optional<ClinicId> clinic) {
        return webhook(type, clinic, ++registered / 1000.0);
    }

    private Webhook webhook(String type, Optional<ClinicId> clinic, double second) {
        Instant at = NOW.plusMillis((long) (second * 1000));
        Webhook made = Webhook.registered(
                Callers.ACCOUNT,
                WebhookId.mint(at, RANDOM),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://example.com/", List.of(type), clinic, Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "k", "whsec_x"),
                at);
        world.webhooks.insert(made);
        return made;
    }

    private Event recorded(long second, String type, String clinic) {
        EventId id = EventId.mint(NOW.plusSeconds(second), RANDOM);
        return world.events
                .putIfAbsent(Callers.ACCOUNT, new Event(id, type, new ClinicId(clinic), "{\"a\": 1}"), NOW)
                .orElseThrow();
    }

    private void attempted(Webhook webhook, Event event, DeliveryStatus status) {
        LoggedAttempt attempt = new LoggedAttempt(
                1, 1, NOW, Duration.ofMillis(12), OutcomeClass.STATUS, Optional.empty(), OptionalInt.of(500), "t");
        LoggedDelivery made = new LoggedDelivery(
                event.id(),
                event.type(),
                Optional.of(event.clinic()),
                OptionalLong.of(1),
                1,
                1,
                status,
                Optional.of(NOW),
                Optional.empty(),
                List.of(attempt),
                Dropped.NONE);
        assertThat(world.log.append(webhook.id(), made, NOW)).isTrue();
    }
}
