package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a webhook missed is sent to it again when its owner asks. Each test has an event type of its own. */
@RunsOn(Cloud.STANDARD)
class ReplayTest {

    @Test
    void whatWasRecordedWhileAWebhookWasDisabledArrivesOnceItIsReplayed(Target target) {
        String type = "appointment.confirmed";
        Inbox inbox = Inbox.open(target, "replayed", List.of(type), "cln_oldtown");
        Inbox witness = Inbox.open(target, "replay-witness", List.of(type), "cln_oldtown");
        String since = Instant.now().toString();
        String before = target.account().record(Changes.of(type, "cln_oldtown", "prv_replayed"));
        Patience.await("the delivery before").until(() -> inbox.accepted(before));
        action(target, inbox, "/disable");
        List<String> missed = IntStream.range(0, 12)
                .mapToObj(_ -> target.account().record(Changes.of(type, "cln_oldtown", "prv_replayed")))
                .toList();
        // Fan-out asks for the webhook when it comes to the event: what another webhook got, it is done with.
        Patience.await("the witness").until(() -> missed.stream().allMatch(witness::accepted));
        assertThat(replay(target, inbox, since, "").json().at("/error/code").asText())
                .isEqualTo("webhook_disabled");
        assertThat(matching(target, inbox, since, "missed")).isEqualTo(12);
        action(target, inbox, "/enable");
        assertThat(inbox.distinct()).isEqualTo(1);
        assertThat(matching(target, inbox, since, "succeeded")).isEqualTo(1);

        Http.Answer started = replay(target, inbox, since, ",\"status\":\"missed\"");
        assertThat(started.status()).as(started.text()).isEqualTo(202);
        Http.Answer second = replay(target, inbox, since, "");
        assertThat(second.status()).as(second.text()).isEqualTo(409);
        assertThat(second.json().at("/error/code").asText()).isEqualTo("replay_running");

        Patience.await("what was missed").until(() -> missed.stream().allMatch(inbox::accepted));
        JsonNode replay = completed(target, inbox, started);
        assertThat(replay.path("events_looked_at").asInt()).isEqualTo(13);
        assertThat(replay.path("events_queued").asInt()).isEqualTo(12);
        assertThat(inbox.deliveriesOf(before)).hasSize(1);
        assertThat(inbox.deliveries()).allMatch(Inbox.Delivery::verified);
        assertThat(target.account().walk(path(inbox) + "?limit=1")).hasSize(1);

        // Without a status, everything is sent again, as a new round.
        Http.Answer again = replay(target, inbox, since, "");
        Patience.await("everything again")
                .until(() -> inbox.deliveriesOf(before).size() == 2);
        assertThat(completed(target, inbox, again).path("events_queued").asInt())
                .isEqualTo(13);
        assertThat(target.account()
                        .get("/v1/webhooks/" + inbox.webhook() + "/deliveries/" + before)
                        .json()
                        .path("round")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    void whatWasParkedWhenAWebhookWasDisabledIsSentOnlyOnceItIsReplayed(Target target, Backstage backstage) {
        String type = "appointment.no_show";
        String event = Changes.of(type, "cln_harbour", "prv_parked");
        Inbox inbox =
                Inbox.open(target, "parked", List.of(type), "cln_harbour").order("\"do\":\"status\",\"status\":500");
        Rows rows = new Rows(backstage);
        String since = Instant.now().toString();
        target.account().record(event, 20);
        Patience.await("held").until(() -> rows.isHeld(inbox.webhook()));
        target.account().record(event, 20);
        Patience.await("each attempted or parked").until(() -> rows.parked(inbox.webhook()) + attempted(inbox) >= 40);
        assertThat(rows.parked(inbox.webhook())).isPositive();
        action(target, inbox, "/disable");
        long disabled = Instant.now().getEpochSecond();
        inbox.order("\"do\":\"status\",\"status\":200");
        action(target, inbox, "/enable");
        String next = target.account().record(event);
        Patience.await("a new event").until(() -> inbox.accepted(next));
        // An attempt that was under way when it was disabled may have met the receiver when it was well again.
        assertThat(inbox.deliveries())
                .filteredOn(delivery -> delivery.accepted() && !delivery.event().equals(next))
                .allSatisfy(delivery -> assertThat(delivery.signed()).isLessThanOrEqualTo(disabled));

        completed(target, inbox, replay(target, inbox, since, ",\"status\":\"missed\""));
        Patience.await("what was parked or refused").until(() -> inbox.distinct() == 41);
    }

    private static int attempted(Inbox inbox) {
        return (int) inbox.deliveries().stream()
                .map(Inbox.Delivery::event)
                .distinct()
                .count();
    }

    @Test
    void aCancelledReplayQueuesNothingMore(Target target) {
        String type = "appointment.booked";
        Inbox inbox = Inbox.open(target, "cancelled", List.of(type), "cln_station");
        Inbox witness = Inbox.open(target, "cancel-witness", List.of(type), "cln_station");
        String since = Instant.now().toString();
        action(target, inbox, "/disable");
        String missed = target.account().record(Changes.of(type, "cln_station", "prv_cancelled"));
        Patience.await("the witness").until(() -> witness.accepted(missed));
        action(target, inbox, "/enable");

        Http.Answer started = replay(target, inbox, since, "");
        String one = path(inbox) + "/" + started.json().path("id").asText();
        // Before its first step, which is put off by two seconds.
        JsonNode cancelled = target.account().post(one + "/cancel", "").json();
        assertThat(cancelled.path("status").asText()).isEqualTo("cancelled");
        assertThat(target.account().get(one).json()).isEqualTo(cancelled);

        String next = target.account().record(Changes.of(type, "cln_station", "prv_cancelled"));
        Patience.await("a new event").until(() -> inbox.accepted(next));
        String until = Instant.now().plusSeconds(4).toString();
        Patience.await("the time of the first step").until(() -> Instant.now().isAfter(Instant.parse(until)));
        assertThat(inbox.deliveriesOf(missed)).isEmpty();
        assertThat(target.account().get(one).json()).isEqualTo(cancelled);
    }

    @Test
    void aFeedOfMoreThanAHundredEventsIsWalkedInSteps(Target target) {
        Inbox inbox = Inbox.open(target, "long-walk", List.of("appointment.no_show"), "cln_station");
        String since = Instant.now().toString();
        String item = "{\"event\":" + Changes.of("appointment.completed", "cln_station", "prv_long_walk") + "}";
        for (int batch = 0; batch < 2; batch++) {
            String body = "{\"data\":[" + String.join(",", Collections.nCopies(60, item)) + "]}";
            assertThat(target.account().post("/v1/events/batch", body).status()).isEqualTo(200);
        }

        JsonNode replay = completed(target, inbox, replay(target, inbox, since, ""));

        assertThat(replay.path("events_looked_at").asInt()).isGreaterThanOrEqualTo(120);
        assertThat(replay.path("events_queued").asInt()).isZero();
    }

    private static JsonNode completed(Target target, Inbox inbox, Http.Answer started) {
        String one = path(inbox) + "/" + started.json().path("id").asText();
        Patience.await("the replay's end").until(() -> !target.account()
                .get(one)
                .json()
                .path("status")
                .asText()
                .equals("running"));
        JsonNode replay = target.account().get(one).json();
        assertThat(replay.path("status").asText()).isEqualTo("completed");
        return replay;
    }

    private static int matching(Target target, Inbox inbox, String since, String status) {
        Http.Answer counted = replay(target, inbox, since, ",\"dry_run\":true,\"status\":\"" + status + "\"");
        assertThat(counted.status()).as(counted.text()).isEqualTo(200);
        return counted.json().path("events_matching").asInt();
    }

    private static Http.Answer replay(Target target, Inbox inbox, String since, String more) {
        return target.account().post(path(inbox), "{\"since\":\"" + since + "\"" + more + "}");
    }

    private static String path(Inbox inbox) {
        return "/v1/webhooks/" + inbox.webhook() + "/replays";
    }

    private static void action(Target target, Inbox inbox, String action) {
        assertThat(target.account()
                        .post("/v1/webhooks/" + inbox.webhook() + action, "")
                        .status())
                .isEqualTo(200);
    }
}
