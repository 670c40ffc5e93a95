package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
