package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which deliveries of a webhook are listed, and in which order. */
final class DeliveryListTest extends DeliveryRequestsFixture {

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
    void nobodySeesDeliveriesOfAClinicThatIsBeingErased() {
        Event erased = recorded(1, "offer.created", "cln_oldtown");
        Event stays = recorded(2, "offer.created", "cln_harbour");
        addToBacklog(stays);
        addToBacklog(erased);
        attempted(erased, 1, OutcomeClass.DNS, OptionalInt.empty(), DeliveryStatus.FAILED);
        ClinicId clinic = erased.clinic();
        world.webhooks.update(webhook, webhook.seeing(webhook.visible().without(clinic), NOW));
        world.accounts.erasing(Callers.ACCOUNT, Set.of(clinic));

        assertThat(get(Callers.FULL, "", "").json().get("data").findValuesAsText("event_id"))
                .containsExactly(stays.id().value());
        assertThat(world.send(
                                NOW,
                                ApiRequest.of(Callers.FULL, "GET", "/deliveries")
                                        .found("requests_per_second", "100"))
                        .json()
                        .get("data")
                        .findValuesAsText("event_id"))
                .containsExactly(stays.id().value());
        world.send(
                        NOW,
                        ApiRequest.of(Callers.FULL, "GET", "/events/{event_id}/deliveries")
                                .path("event_id", erased.id().value())
                                .found("requests_per_second", "100"))
                .assertError(404, "not_found", "event_id");
        for (String action : List.of("", "/dismiss", "/redeliver")) {
            on(
                            Callers.FULL,
                            action.isEmpty() ? "GET" : "POST",
                            webhook,
                            "/" + erased.id().value() + action,
                            "")
                    .assertError(404, "not_found", "event_id");
        }
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
    void saysThatNothingIsSentWhileTheWebhookIsDisabledAndAfterwards() {
        Event retried = recorded(1, "offer.created", "cln_harbour");
        Event kept = recorded(2, "offer.created", "cln_harbour");
        Event failed = recorded(3, "offer.created", "cln_harbour");
        attempted(retried, 1, OutcomeClass.DNS, OptionalInt.empty(), DeliveryStatus.PENDING);
        attempted(failed, 1, OutcomeClass.DNS, OptionalInt.empty(), DeliveryStatus.FAILED);
        addToBacklog(kept);
        assertThat(statuses("")).containsExactly("failed", "pending", "pending");
        Webhook disabled = webhook.disabled(new Disabling.Requested(NOW));
        Webhook enabled = disabled.enabled(Instant.EPOCH);
        Webhook before = webhook;
        for (Webhook changed : List.of(disabled, enabled)) {
            world.webhooks.update(before, changed);
            before = changed;
            assertThat(statuses("")).containsExactly("failed", "not_sent", "not_sent");
            assertThat(statuses("status=not_sent")).hasSize(2);
            assertThat(statuses("status=pending")).isEmpty();
            for (Event event : List.of(retried, kept)) {
                JsonNode one = get(Callers.FULL, "/" + event.id().value(), "").json();
                assertThat(one.get("status").asText()).isEqualTo("not_sent");
                assertThat(one.get("next_attempt_at").isNull()).isTrue();
            }
        }
        assertThat(act(retried, "redeliver", 202).json().get("status").asText()).isEqualTo("pending");
        assertThat(statuses("")).containsExactly("failed", "not_sent", "pending");
        assertThat(act(kept, "dismiss", 200).json().get("status").asText()).isEqualTo("dismissed");
        assertThat(statuses("")).containsExactly("failed", "dismissed", "pending");
    }

    @Test
    void deliveryThatAReplayHasPutIntoTheBacklogAgainIsPending() {
        Event event = recorded(1, "offer.created", "cln_harbour");
        attempted(event, 1, OutcomeClass.DNS, OptionalInt.empty(), DeliveryStatus.PENDING);
        Webhook disabled = webhook.disabled(new Disabling.Requested(NOW));
        Webhook enabled = disabled.enabled(Instant.EPOCH);
        world.webhooks.update(webhook, disabled);
        world.webhooks.update(disabled, enabled);
        world.backlog.add(
                DeliveryMessage.again(enabled, Payload.of(event), world.log.find(webhook.id(), event.id()), NOW), NOW);

        assertThat(statuses("")).containsExactly("pending");
        assertThat(get(Callers.FULL, "/" + event.id().value(), "")
                        .json()
                        .get("status")
                        .asText())
                .isEqualTo("pending");
    }

    @Test
    void countsTheAttemptsOfAllRetryCycles() {
        Event event = recorded(1, "offer.created", "cln_harbour");
        attempted(event, 1, OutcomeClass.DNS, OptionalInt.empty(), DeliveryStatus.PENDING);
        attempted(event, 2, OutcomeClass.STATUS, OptionalInt.of(500), DeliveryStatus.FAILED);
        JsonNode again = act(event, "redeliver", 202).json();
        assertThat(again.get("attempts_count").asInt()).isEqualTo(2);
        assertThat(again.get("failed_attempts_count").asInt()).isEqualTo(2);
        DeliveryMessage message = world.sent.getLast();
        AttemptOutcome accepted = new AttemptOutcome(OutcomeClass.SUCCEEDED, 200, Duration.ofMillis(9), null);
        assertThat(world.log.append(
                        webhook.id(),
                        LoggedDelivery.attempted(message, accepted, NOW.plusSeconds(60), Optional.empty(), "t"),
                        NOW))
                .isTrue();

        JsonNode row = get(Callers.FULL, "", "").json().at("/data/0");
        assertThat(row.get("status").asText()).isEqualTo("succeeded");
        assertThat(row.get("retry_cycle").asInt()).isEqualTo(2);
        assertThat(row.get("attempts_count").asInt()).isEqualTo(3);
        assertThat(row.get("failed_attempts_count").asInt()).isEqualTo(2);
    }

    private List<String> statuses(String query) {
        return get(Callers.FULL, "", query).json().get("data").findValuesAsText("status");
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
}
