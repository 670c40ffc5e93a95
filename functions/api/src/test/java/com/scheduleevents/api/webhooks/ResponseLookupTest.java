package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.delivery.CapturedResponseStore;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.AttemptId;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests who sees captured responses, and for how long. */
class ResponseLookupTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final Caller READER =
            new Caller(Callers.ACCOUNT, new ApiKeyId("key_reader"), Set.of(Scope.WEBHOOKS_READ), true);

    private final WebhooksFixture world = new WebhooksFixture();
    private String event = "";

    @BeforeEach
    void failsOnceAfterThePing() {
        ApiResponse made = world.send(
                NOW,
                ApiRequest.of(Callers.FULL, "POST", "/webhooks")
                        .json("{\"url\":\"https://example.com/\",\"types\":[\"*\"],\"capture_responses\":true}"));
        assertThat(made.json().get("capture_responses").asBoolean())
                .as(made.text())
                .isTrue();
        world.send(NOW, onWebhook("POST", "/ping"));
        DeliveryMessage ping = world.sent.getFirst();
        event = ping.payload().id().value();
        LoggedDelivery failed = LoggedDelivery.attempted(
                ping,
                new AttemptOutcome(OutcomeClass.STATUS, 503, Duration.ofMillis(12), null),
                NOW,
                Optional.empty(),
                "token");
        world.log.append(webhook().id(), failed, NOW);
        world.responses.add(
                webhook().id(),
                world.vault.seal(
                        webhook().account(),
                        webhook().id(),
                        new AttemptId(new EventId(event), 1, 1),
                        new CapturedResponse(Optional.of("text/plain"), "closed", true)),
                NOW.plus(CapturedResponseStore.KEPT));
    }

    @Test
    void keyThatMayWriteWebhooksSeesTheResponseForSevenDays() {
        assertThat(attempt(NOW.plus(CapturedResponseStore.KEPT).minusSeconds(1), Callers.FULL)
                        .get("response")
                        .toString())
                .isEqualTo("{\"content_type\":\"text/plain\",\"body\":\"closed\",\"truncated\":true}");
        // The table keeps whole seconds.
        assertThat(attempt(NOW.plus(CapturedResponseStore.KEPT).plusSeconds(1), Callers.FULL)
                        .get("response")
                        .isNull())
                .isTrue();
        assertThat(world.responseLookUps.get()).isEqualTo(2);
    }

    @Test
    void keyThatOnlyReadsWebhooksDoesNotSeeIt() {
        JsonNode attempt = attempt(NOW, READER);
        assertThat(attempt.get("status_code").asInt()).isEqualTo(503);
        assertThat(attempt.get("response").isNull()).isTrue();
        assertThat(world.responseLookUps.get()).isZero();
    }

    @Test
    void keyOfAnotherAccountFindsNothing() {
        show(NOW, Callers.OTHER).assertError(404, "not_found", "webhook_id");
        assertThat(world.responseLookUps.get()).isZero();
    }

    @Test
    void listsDoNotShowResponses() {
        assertThat(world.send(NOW, onWebhook("GET", "/deliveries")).text())
                .contains(event)
                .doesNotContain("closed");
    }

    @Test
    void showsNoResponseWhileTheWebhookCapturesNone() {
        ApiResponse changed = world.send(NOW, onWebhook("PATCH", "").json("{\"capture_responses\":false}"));
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.json().get("capture_responses").toString()).isEqualTo("false");
        assertThat(attempt(NOW, Callers.FULL).get("response").isNull()).isTrue();
        assertThat(world.responseLookUps.get()).isZero();
    }

    @Test
    void changeOfOtherSettingsKeepsItAndOnlyBooleansAreTaken() {
        assertThat(world.send(NOW, onWebhook("PATCH", "").json("{\"description\":\"x\"}"))
                        .json()
                        .get("capture_responses")
                        .asBoolean())
                .isTrue();
        for (String value : List.of("null", "\"true\"", "1")) {
            world.send(NOW, onWebhook("PATCH", "").json("{\"capture_responses\":" + value + "}"))
                    .assertError(400, "invalid_field", "capture_responses");
        }
        assertThat(webhook().settings().capturesResponses()).isTrue();
    }

    private JsonNode attempt(Instant at, Caller caller) {
        ApiResponse shown = show(at, caller);
        assertThat(shown.status()).as(shown.text()).isEqualTo(200);
        assertThat(shown.json().get("attempts")).hasSize(1);
        return shown.json().get("attempts").get(0);
    }

    private ApiResponse show(Instant at, Caller caller) {
        return world.send(
                at,
                ApiRequest.of(caller, "GET", "/webhooks/{webhook_id}/deliveries/{event_id}")
                        .path("webhook_id", webhook().id().value())
                        .path("event_id", event));
    }

    private ApiRequest onWebhook(String method, String action) {
        return ApiRequest.of(Callers.FULL, method, "/webhooks/{webhook_id}" + action)
                .path("webhook_id", webhook().id().value());
    }

    private Webhook webhook() {
        return world.webhooks.all().getFirst();
    }
}
