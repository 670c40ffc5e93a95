package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Tests replays of what a webhook missed. Each test has its own event type. */
@RequiresCapability(SharedClouds.STANDARD)
@Order(SharedClouds.FIRST)
class ReplayTest {

    @Test
    void replaySendsEventsRecordedWhileTheWebhookWasDisabled(Target target) {
        String type = "appointment.confirmed";
        ReceiverInbox inbox = ReceiverInbox.open(target, "replayed", List.of(type), "cln_oldtown");
        ReceiverInbox witness = ReceiverInbox.open(target, "replay-witness", List.of(type), "cln_oldtown");
        String since = Instant.now().toString();
        String before = target.account().record(ChangeSamples.of(type, "cln_oldtown", "prv_replayed"));
        Await.await("the delivery before").until(() -> inbox.accepted(before));
        action(target, inbox, "/disable");
        List<String> missed = IntStream.range(0, 5)
                .mapToObj(_ -> target.account().record(ChangeSamples.of(type, "cln_oldtown", "prv_replayed")))
                .toList();
        // Fan-out has handled an event once another webhook got it.
        Await.await("the witness").until(() -> missed.stream().allMatch(witness::accepted));
        assertThat(replay(target, inbox, since, "").json().at("/error/code").asText())
                .isEqualTo("webhook_disabled");
        assertThat(matching(target, inbox, since, "missed")).isEqualTo(5);
        action(target, inbox, "/enable");
        assertThat(inbox.distinct()).isEqualTo(1);
        assertThat(matching(target, inbox, since, "succeeded")).isEqualTo(1);

        HttpsResponse started = replay(target, inbox, since, ",\"delivery_status\":\"missed\"");
        assertThat(started.status()).as(started.text()).isEqualTo(202);

        Await.await("what was missed").until(() -> missed.stream().allMatch(inbox::accepted));
        JsonNode replay = completed(target, inbox, started);
        // Other tests record events of other types in this clinic.
        Instant until = Instant.parse(replay.path("until").asText());
        assertThat(target.account().walk("/v1/events?clinic_id=cln_oldtown&limit=100&since=" + since))
                .filteredOn(event ->
                        Instant.parse(event.path("created_at").asText()).isBefore(until))
                .hasSizeGreaterThanOrEqualTo(6)
                .hasSize(replay.path("events_looked_at").asInt());
        assertThat(replay.path("events_queued").asInt()).isEqualTo(5);
        assertThat(inbox.deliveriesOf(before)).hasSize(1);
        assertThat(inbox.deliveries()).allMatch(ReceiverInbox.InboxDelivery::verified);
        assertThat(target.account().walk(path(inbox) + "?limit=1")).hasSize(1);

        // Without a status, everything is sent again, as a new retry cycle.
        HttpsResponse again = replay(target, inbox, since, "");
        Await.await("everything again").until(() -> inbox.deliveriesOf(before).size() == 2);
        assertThat(completed(target, inbox, again).path("events_queued").asInt())
                .isEqualTo(6);
        // An attempt is logged after its response has arrived.
        Await.await("the log of the new retry cycle")
                .until(() -> target.account()
                                .get("/v1/webhooks/" + inbox.webhook() + "/deliveries/" + before)
                                .json()
                                .path("retry_cycle")
                                .asInt()
                        == 2);
    }

    @Test
    void backlogOfADisabledWebhookIsSentByAReplayOnly(Target target, StackAccess stack) {
        String type = "appointment.no_show";
        String event = ChangeSamples.of(type, "cln_harbour", "prv_backlog");
        ReceiverInbox inbox = ReceiverInbox.open(target, "backlog", List.of(type), "cln_harbour")
                .order("\"do\":\"status\",\"status\":500");
        StackState rows = new StackState(stack);
        String since = Instant.now().toString();
        List<String> events = inbox.recordUntilBacklog(target.account(), rows, event);
        Await.await("each attempted or in the backlog")
                .until(() -> rows.backlog(inbox.webhook()) + attempted(inbox) >= events.size());
        action(target, inbox, "/disable");
        dismissOneOfTheBacklog(target, inbox);
        int left = rows.backlog(inbox.webhook());
        inbox.order("\"do\":\"status\",\"status\":200");
        action(target, inbox, "/enable");
        String next = target.account().record(event);
        Await.await("a new event").until(() -> inbox.accepted(next));
        // A probe that was in flight when the webhook was disabled may still have attempted one.
        assertThat(rows.backlog(inbox.webhook())).isGreaterThanOrEqualTo(left - 1);

        completed(target, inbox, replay(target, inbox, since, ",\"delivery_status\":\"missed\""));
        Await.await("what was not dismissed").until(() -> inbox.distinct() == events.size());
    }

    /** Dismisses a delivery from the middle of the backlog: a probe that is in flight takes one from an end. */
    private static void dismissOneOfTheBacklog(Target target, ReceiverInbox inbox) {
        String deliveries = "/v1/webhooks/" + inbox.webhook() + "/deliveries";
        List<String> kept = target.account().walk(deliveries + "?status=not_sent&limit=100").stream()
                .filter(delivery -> delivery.path("attempts_count").asInt() == 0)
                .map(delivery -> delivery.path("event_id").asText())
                .toList();
        String unwanted = kept.get(kept.size() / 2);
        assertThat(target.account()
                        .post(deliveries + "/" + unwanted + "/dismiss", "")
                        .json()
                        .path("status")
                        .asText())
                .isEqualTo("dismissed");
    }

    @Test
    void dryRunCountsWhatAWebhookOfAllClinicsMissed(Target target) {
        String type = "appointment.cancelled";
        ReceiverInbox inbox = ReceiverInbox.open(target, "dry-run", List.of(type));
        ReceiverInbox witness = ReceiverInbox.open(target, "dry-run-witness", List.of(type), "cln_harbour");
        String since = Instant.now().toString();
        action(target, inbox, "/disable");
        String missed = target.account().record(ChangeSamples.of(type, "cln_harbour", "prv_dry_run"));
        Await.await("the witness").until(() -> witness.accepted(missed));

        action(target, inbox, "/enable");
        // Other tests record events of this type meanwhile.
        assertThat(matching(target, inbox, since, "missed")).isPositive();
        assertThat(inbox.deliveriesOf(missed)).isEmpty();
    }

    private static int attempted(ReceiverInbox inbox) {
        return (int) inbox.deliveries().stream()
                .map(ReceiverInbox.InboxDelivery::event)
                .distinct()
                .count();
    }

    /**
     * The event is in the third step of each replay, so a replay that was cancelled after at most one step cannot have been queuing it
     * at that moment.
     */
    @Test
    void replayQueuesNothingAfterItsCancellation(Target target) {
        String type = "appointment.booked";
        ReceiverInbox witness = ReceiverInbox.open(target, "cancelled-witness", List.of(type), "cln_station");
        String since = Instant.now().toString();
        recordBatch(target, 100, ChangeSamples.of("appointment.completed", "cln_station", "prv_cancelled"));
        recordBatch(target, 100, ChangeSamples.of("appointment.completed", "cln_station", "prv_cancelled"));
        String missed = target.account().record(ChangeSamples.of(type, "cln_station", "prv_cancelled"));
        // What is still on its way would be delivered to a new webhook as well.
        Await.await("the witness").until(() -> witness.accepted(missed));
        String afterwards = Instant.now().toString();

        // A slow machine, where a replay is further than that before it is cancelled, tries again with another webhook
        // and inbox.
        AtomicInteger tries = new AtomicInteger();
        Cancelled early = Await.await("a replay that is cancelled after at most one step")
                .until(
                        () -> cancelled(target, "cancelled-" + tries.incrementAndGet(), type, since),
                        Cancelled::afterOneStepAtMost);
        ReceiverInbox inbox = early.inbox();
        String one = path(inbox) + "/" + early.replay().path("id").asText();
        assertThat(target.account().get(one).json()).isEqualTo(early.replay());

        // Its next step is due before the first of the next replay.
        completed(target, inbox, replay(target, inbox, afterwards, ""));
        String next = target.account().record(ChangeSamples.of(type, "cln_station", "prv_cancelled"));
        Await.await("a new event").until(() -> inbox.accepted(next));
        assertThat(inbox.deliveriesOf(missed)).isEmpty();
        assertThat(target.account().get(one).json()).isEqualTo(early.replay());
    }

    /** Requests a replay to a new webhook and cancels it at once. */
    private static Cancelled cancelled(Target target, String name, String type, String since) {
        ReceiverInbox inbox = ReceiverInbox.open(target, name, List.of(type), "cln_station");
        String started = replay(target, inbox, since, "").json().path("id").asText();
        return new Cancelled(
                inbox,
                target.account()
                        .post(path(inbox) + "/" + started + "/cancel", "")
                        .json());
    }

    private record Cancelled(ReceiverInbox inbox, JsonNode replay) {

        boolean afterOneStepAtMost() {
            return replay.path("status").asText().equals("cancelled")
                    && replay.path("events_looked_at").asInt() <= 100;
        }
    }

    /** Records one change a number of times; other tests use up the account's rate as well. */
    private static void recordBatch(Target target, int times, String change) {
        String body = "{\"data\":[" + String.join(",", Collections.nCopies(times, "{\"event\":" + change + "}")) + "]}";
        Await.await("a batch within the account's rate")
                .until(() -> target.account().post("/v1/events/batch", body).status() == 200);
    }

    @Test
    void replayOfMoreThanAHundredEventsRunsInStepsAndAlone(Target target) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "long-walk", List.of("offer.expired"), "cln_station");
        String since = Instant.now().toString();
        for (int batch = 0; batch < 2; batch++) {
            recordBatch(target, 51, ChangeSamples.of("appointment.completed", "cln_station", "prv_long_walk"));
        }

        JsonNode replay = completed(target, inbox, replay(target, inbox, since, ""));

        assertThat(replay.path("events_looked_at").asInt()).isGreaterThanOrEqualTo(102);
        assertThat(replay.path("events_queued").asInt()).isZero();
        // On a slow machine, one may have ended before the next is requested.
        HttpsResponse refused = Await.await("a request while a replay is running")
                .until(() -> replay(target, inbox, since, ""), response -> response.status() != 202);
        assertThat(refused.status()).as(refused.text()).isEqualTo(409);
        assertThat(refused.json().at("/error/code").asText()).isEqualTo("replay_running");
    }

    private static JsonNode completed(Target target, ReceiverInbox inbox, HttpsResponse started) {
        String one = path(inbox) + "/" + started.json().path("id").asText();
        Await.await("the replay's end").until(() -> !target.account()
                .get(one)
                .json()
                .path("status")
                .asText()
                .equals("running"));
        JsonNode replay = target.account().get(one).json();
        assertThat(replay.path("status").asText()).isEqualTo("completed");
        return replay;
    }

    private static int matching(Target target, ReceiverInbox inbox, String since, String status) {
        HttpsResponse counted =
                replay(target, inbox, since, ",\"dry_run\":true,\"delivery_status\":\"" + status + "\"");
        assertThat(counted.status()).as(counted.text()).isEqualTo(200);
        return counted.json().path("events_matching").asInt();
    }

    private static HttpsResponse replay(Target target, ReceiverInbox inbox, String since, String more) {
        return target.account().post(path(inbox), "{\"since\":\"" + since + "\"" + more + "}");
    }

    private static String path(ReceiverInbox inbox) {
        return "/v1/webhooks/" + inbox.webhook() + "/replays";
    }

    private static void action(Target target, ReceiverInbox inbox, String action) {
        assertThat(target.account()
                        .post("/v1/webhooks/" + inbox.webhook() + action, "")
                        .status())
                .isEqualTo(200);
    }
}
