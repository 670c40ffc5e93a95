package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStore.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HealthTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final Random RANDOM = new Random();

    private final WebhooksFixture world = new WebhooksFixture();
    private Webhook webhook = register();

    @BeforeEach
    void fail() {
        LastFailure failure = new LastFailure(OutcomeClass.DNS, OptionalInt.empty());
        write(Health.UNKNOWN.with(Health.Failures.NONE.plus(NOW, NOW, failure, 10)));
    }

    @Test
    void showsAClosedCircuitForANewWebhook() {
        webhook = register();

        assertThat(health().toString())
                .isEqualTo(
                        "{\"circuit\":\"closed\",\"failing_since\":null,\"backlog\":0,\"next_attempt_at\":null,\"last_pulled_at\":null}");
    }

    @Test
    void showsSinceWhenAWebhookIsFailingAndCountsNothing() {
        addToBacklog(1);

        assertThat(health().toString())
                .isEqualTo("{\"circuit\":\"closed\",\"failing_since\":\"2026-11-20T14:02:11.337Z\",\"backlog\":0,"
                        + "\"next_attempt_at\":null,\"last_pulled_at\":null}");
    }

    @Test
    void showsTheBacklogAndTheNextAttemptOfAnOpenCircuit() {
        write(stored().health().withCircuit(new Circuit.Open(Duration.ofSeconds(10)), NOW.plusSeconds(10)));
        addToBacklog(2);

        assertThat(health().toString())
                .isEqualTo("{\"circuit\":\"open\",\"failing_since\":\"2026-11-20T14:02:11.337Z\",\"backlog\":2,"
                        + "\"next_attempt_at\":\"2026-11-20T14:02:21.337Z\",\"last_pulled_at\":null}");
        addToBacklog(1_100);
        assertThat(call("GET", "").json().at("/health/backlog").intValue()).isEqualTo(1_000);
        assertThat(listed().at("/health/backlog").intValue()).as("in lists").isEqualTo(100);
    }

    @Test
    void listCostsARequestForEachBacklogThatIsCounted() {
        for (int i = 0; i < 3; i++) {
            webhook = register();
            write(Health.UNKNOWN.withCircuit(new Circuit.Open(Duration.ofSeconds(10)), NOW.plusSeconds(10)));
        }

        ApiResponse list =
                world.send(NOW, ApiRequest.of(Callers.FULL, "GET", "/webhooks").found("requests_per_second", "100"));

        assertThat(list.json().get("data")).hasSize(4);
        assertThat(list.header("RateLimit"))
                .as("one for the request and its first")
                .contains(";r=197;");
    }

    @Test
    void showsTheBacklogThatIsDrainedAfterTheCircuitHasClosed() {
        Circuit draining = new Circuit.Draining(10, false);
        write(Health.UNKNOWN.withCircuit(draining, NOW.plusSeconds(120)));
        addToBacklog(3);

        assertThat(health().toString())
                .isEqualTo(
                        "{\"circuit\":\"closed\",\"failing_since\":null,\"backlog\":3,\"next_attempt_at\":null,\"last_pulled_at\":null}");
    }

    @Test
    void showsTheHealthInEveryResponseWithTheWebhook() {
        assertThat(call("GET", "").json().has("health")).isTrue();
        assertThat(call("POST", "/disable")
                        .json()
                        .get("health")
                        .get("failing_since")
                        .asText())
                .isEqualTo("2026-11-20T14:02:11.337Z");
        assertThat(call("POST", "/enable")
                        .json()
                        .get("health")
                        .get("failing_since")
                        .isNull())
                .isTrue();
        assertThat(call("POST", "/rotate_secret").json().has("health")).isTrue();
    }

    private JsonNode health() {
        JsonNode one = call("GET", "").json().get("health");
        assertThat(listed().get("health")).isEqualTo(one);
        return one;
    }

    private JsonNode listed() {
        return world.send(NOW, ApiRequest.of(Callers.FULL, "GET", "/webhooks"))
                .json()
                .get("data")
                .valueStream()
                .filter(row -> row.get("id").asText().equals(webhook.id().value()))
                .findFirst()
                .orElseThrow();
    }

    private ApiResponse call(String method, String below) {
        return world.send(
                NOW,
                ApiRequest.of(Callers.FULL, method, "/webhooks/{webhook_id}" + below)
                        .path("webhook_id", webhook.id().value()));
    }

    private Webhook register() {
        String id = world.send(
                        NOW,
                        ApiRequest.of(Callers.FULL, "POST", "/webhooks")
                                .json("{\"url\":\"https://example.com/\",\"types\":[\"*\"]}"))
                .json()
                .get("id")
                .asText();
        return world.webhooks.find(Callers.FULL.account(), new WebhookId(id)).orElseThrow();
    }

    private void write(Health health) {
        assertThat(world.webhooks.write(stored(), new HealthChange(Rule.FAILED, health)))
                .isInstanceOf(Written.Done.class);
    }

    private Webhook stored() {
        return world.webhooks.find(webhook.account(), webhook.id()).orElseThrow();
    }

    private void addToBacklog(int events) {
        for (int n = 0; n < events; n++) {
            Event event = new Event(EventId.mint(NOW, RANDOM), "offer.created", new ClinicId("cln_harbour"), "{}");
            world.backlog.add(DeliveryMessage.first(webhook, event, NOW), NOW);
        }
    }
}
