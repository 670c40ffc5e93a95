package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.webhook.Disabling;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a repeat with the same Idempotency-Key changes nothing, and shows the object of the first request as it is by then. */
final class KeyedRequestsTest extends DeliveryRequestsFixture {

    private static final String REPLAY = "{\"since\":\"2026-11-20T14:00:00Z\",\"until\":\"2026-11-20T14:01:00Z\"}";
    private static final String REPLAY_IN_OTHER_WORDS =
            "{ \"until\": \"2026-11-20T14:01:00Z\", \"since\": \"2026-11-20T14:00:00Z\" }";

    private Instant time = NOW.plusSeconds(1);

    @Test
    void repeatedPingIsSentOnce() {
        ApiResponse first = post("/ping", "", "k");
        assertThat(first.status()).isEqualTo(202);
        assertThat(post("/ping", "{}", "k").text()).isEqualTo(first.text());
        assertThat(world.sent).hasSize(1);
        assertThat(post("/ping", "", "other").text()).isNotEqualTo(first.text());
        assertThat(post("/ping", "", "").text()).isNotEqualTo(first.text());
        assertThat(world.sent).hasSize(3);
    }

    @Test
    void repeatedPingIsNoneOfThoseThatAMinuteAllows() {
        for (int i = 0; i < 100; i++) {
            assertThat(post("/ping", "", "k").status()).isEqualTo(202);
        }
    }

    @Test
    void repeatedTestEventIsSentOnce() {
        String body = "{\"type\":\"appointment.cancelled\",\"fields\":{\"recoverable\":false}}";
        ApiResponse first = post("/test", body, "k");
        assertThat(first.status()).as(first.text()).isEqualTo(202);
        assertThat(post("/test", "{\"fields\":{\"recoverable\":false},\"type\":\"appointment.cancelled\"}", "k")
                        .text())
                .isEqualTo(first.text());
        assertThat(world.sent).hasSize(1);
        post("/test", body.replace("false", "true"), "k").assertError(409, "idempotency_key_reused", "Idempotency-Key");
    }

    @Test
    void repeatShowsADeliveryAsItIsByThen() {
        Event event = recorded(-60, "offer.expired", "cln_harbour");
        attempted(event, 1, OutcomeClass.STATUS, OptionalInt.of(500), DeliveryStatus.FAILED);
        String path = "/deliveries/" + event.id().value() + "/redeliver";
        ApiResponse first = post(path, "", "k");
        assertThat(first.status()).as(first.text()).isEqualTo(202);
        int sent = world.sent.size();
        int delayed = world.delayed.size();
        assertThat(post(path, "", "k").text()).isEqualTo(first.text());
        AttemptOutcome success = new AttemptOutcome(OutcomeClass.SUCCEEDED, 204, Duration.ofMillis(9), null);
        LoggedDelivery succeeded =
                LoggedDelivery.attempted(world.sent.getLast(), success, NOW.plusSeconds(2), Optional.empty(), "t");
        assertThat(world.log.append(webhook.id(), succeeded, NOW)).isTrue();

        disable();
        ApiResponse later = post(path, "", "k");
        assertThat(later.status()).isEqualTo(202);
        assertThat(later.json())
                .isEqualTo(on(Callers.FULL, "GET", webhook, "", "")
                        .json()
                        .path("data")
                        .get(0));
        assertThat(world.sent).hasSize(sent);
        assertThat(world.delayed).hasSize(delayed);
    }

    @Test
    void repeatOfADismissalLeavesALaterRedelivery() {
        Event event = recorded(-60, "offer.expired", "cln_harbour");
        attempted(event, 1, OutcomeClass.STATUS, OptionalInt.of(500), DeliveryStatus.PENDING);
        String path = "/deliveries/" + event.id().value();
        assertThat(post(path + "/dismiss", "", "k").json().get("status").asText())
                .isEqualTo("dismissed");
        post(path + "/redeliver", "", "");
        assertThat(post(path + "/dismiss", "", "k").json().get("status").asText())
                .isEqualTo("pending");
    }

    @Test
    void repeatedReplayRunsOnce() {
        ApiResponse first = post("/replays", REPLAY, "k");
        assertThat(first.status()).as(first.text()).isEqualTo(202);
        int steps = world.steps.size();
        assertThat(post("/replays", REPLAY_IN_OTHER_WORDS, "k").text()).isEqualTo(first.text());
        var replay =
                world.replays.newestFirst(webhook.id(), Optional.empty(), 9).getFirst();
        world.replays.replace(replay, replay.ended(ReplayEnd.Why.CANCELLED, NOW));

        ApiResponse later = post("/replays", REPLAY, "k");
        assertThat(later.status()).isEqualTo(202);
        assertThat(later.json().get("id")).isEqualTo(first.json().get("id"));
        assertThat(later.json().get("status").asText()).isEqualTo("cancelled");
        assertThat(world.steps).hasSize(steps);
        assertThat(world.replays.newestFirst(webhook.id(), Optional.empty(), 9)).hasSize(1);
    }

    /** The first request came a second after NOW; its repeat is handled later, or by a function whose clock is behind. */
    @ParameterizedTest
    @CsvSource({
        "2026-08-22T14:02:42.337Z, 2026-08-23T14:00:00Z, 60",
        "2026-08-22T14:02:12.337Z, 2026-08-23T14:00:00Z, 1",
        "2026-11-20T14:00:00Z, 2026-11-20T14:02:12.337Z, -1",
        "2026-11-20T14:02:12.336Z, 2026-11-20T14:02:12.337Z, -1",
    })
    void repeatIsNoWorseForTheTimeThatHasPassed(String since, String until, int later) {
        String body = "{\"since\":\"" + since + "\",\"until\":\"" + until + "\"}";
        String dry = body.replace("}", ",\"dry_run\":true}");
        ApiResponse first = post("/replays", body, "k");
        assertThat(first.status()).as(first.text()).isEqualTo(202);
        ApiResponse counted = post("/replays", dry, "dry");
        assertThat(counted.status()).as(counted.text()).isEqualTo(200);

        time = time.plusSeconds(later);
        assertThat(post("/replays", body, "k").text()).isEqualTo(first.text());
        assertThat(post("/replays", dry, "dry").text()).isEqualTo(counted.text());
    }

    @Test
    void replayOfARequestThatDiedIsShownWhateverHasBecomeOfItsWebhook() {
        String body = "{\"since\":\"2026-08-22T14:02:42.337Z\"}";
        failAtStepAfter(Duration.ofSeconds(2));
        assertThat(post("/replays", body, "k").status()).isEqualTo(500);
        var stored =
                world.replays.newestFirst(webhook.id(), Optional.empty(), 9).getFirst();
        disable();
        time = time.plusSeconds(60);

        ApiResponse shown = post("/replays", body, "k");
        assertThat(shown.status()).as(shown.text()).isEqualTo(202);
        assertThat(shown.json().get("id").asText()).isEqualTo(stored.id().value());
        assertThat(post("/replays", body, "k").text()).isEqualTo(shown.text());
    }

    @Test
    void replayThatARequestDiedBeforeIsStartedByItsRepeat() {
        String body = "{\"since\":\"2026-08-22T14:02:42.337Z\"}";
        failAtStepAfter(Duration.ofSeconds(60));
        assertThat(post("/replays", body, "k").status()).isEqualTo(500);
        assertThat(world.replays.newestFirst(webhook.id(), Optional.empty(), 9)).isEmpty();
        world.beforeStep = _ -> {};
        time = time.plusSeconds(60);

        ApiResponse started = post("/replays", body, "k");
        assertThat(started.status()).as(started.text()).isEqualTo(202);
        assertThat(started.json().get("until").asText()).isEqualTo("2026-11-20T14:02:12.337Z");
    }

    private void failAtStepAfter(Duration delay) {
        world.beforeStep = wanted -> {
            if (wanted.equals(delay)) {
                throw new IllegalStateException("the queue is away");
            }
        };
    }

    @Test
    void dryRunIsMadeAgain() {
        String body = REPLAY.replace("}", ",\"dry_run\":true}");
        assertThat(post("/replays", body, "k").json().get("events_matching").asInt())
                .isZero();
        recorded(-100, "offer.expired", "cln_harbour");
        assertThat(post("/replays", body, "k").json().get("events_matching").asInt())
                .isOne();
    }

    @Test
    void replayThatIsRefusedLeavesItsKeyFree() {
        disable();
        post("/replays", REPLAY, "k").assertError(409, "webhook_disabled", "webhook_id");
        post("/enable", "", "");
        assertThat(post("/replays", REPLAY, "k").status()).isEqualTo(202);
    }

    @Test
    void repeatOfACancellationShowsTheReplay() {
        String id = post("/replays", REPLAY, "").json().get("id").asText();
        ApiResponse first = post("/replays/" + id + "/cancel", "", "k");
        assertThat(first.json().get("status").asText()).isEqualTo("cancelled");
        assertThat(post("/replays/" + id + "/cancel", "", "k").text()).isEqualTo(first.text());
    }

    @Test
    void repeatedEnableAndDisableChangeNothing() {
        assertThat(status(post("/disable", "", "d"))).isEqualTo("disabled");
        assertThat(status(post("/enable", "", "e"))).isEqualTo("active");
        assertThat(status(post("/disable", "", "d"))).isEqualTo("active");
        post("/disable", "", "");
        assertThat(status(post("/enable", "{}", "e"))).isEqualTo("disabled");
    }

    @Test
    void keyIsTakenByARequestThatHadNothingToChange() {
        assertThat(status(post("/enable", "", "e"))).isEqualTo("active");
        post("/disable", "", "");
        assertThat(status(post("/enable", "", "e"))).isEqualTo("disabled");
    }

    @Test
    void keyBelongsToOneRequestWhateverItsPath() {
        post("/enable", "", "k");
        post("/disable", "", "k").assertError(409, "idempotency_key_reused", "Idempotency-Key");
        post("/ping", "", "k").assertError(409, "idempotency_key_reused", "Idempotency-Key");
        post("/ping", "", "p");
        post("/enable", "", "p").assertError(409, "idempotency_key_reused", "Idempotency-Key");
        post("/replays", REPLAY, "p").assertError(409, "idempotency_key_reused", "Idempotency-Key");
        assertThat(world.sent).hasSize(1);
    }

    @Test
    void repeatOfADeletedWebhooksRequestIsNotFound() {
        post("/ping", "", "p");
        post("/enable", "", "e");
        world.webhooks.delete(webhook.account(), webhook.id(), NOW);
        post("/ping", "", "p").assertError(404, "not_found", "webhook_id");
        post("/enable", "", "e").assertError(404, "not_found", "Idempotency-Key");
    }

    private void disable() {
        var present = world.webhooks.find(webhook.account(), webhook.id()).orElseThrow();
        world.webhooks.update(present, present.disabled(new Disabling.Requested(NOW)));
    }

    private static String status(ApiResponse response) {
        assertThat(response.status()).as(response.text()).isEqualTo(200);
        return response.json().get("status").asText();
    }

    /** @param path below the webhook, whose second part is an id */
    private ApiResponse post(String path, String body, String key) {
        String[] parts = path.split("/", -1);
        String variable = parts[1].equals("replays") ? "replay_id" : "event_id";
        String resource = parts.length > 2 ? "/" + parts[1] + "/{" + variable + "}/" + parts[3] : path;
        ApiRequest request = ApiRequest.of(Callers.FULL, "POST", "/webhooks/{webhook_id}" + resource)
                .path("webhook_id", webhook.id().value());
        request = parts.length > 2 ? request.path(variable, parts[2]) : request;
        request = key.isEmpty() ? request : request.header("Idempotency-Key", key);
        return world.send(time, body.isEmpty() ? request : request.json(body));
    }
}
