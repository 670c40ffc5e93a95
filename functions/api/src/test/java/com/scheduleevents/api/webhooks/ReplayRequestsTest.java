package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.api.webhooks.WebhooksFixture.Step;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.delivery.LoggedDelivery.Dropped;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayRequestsTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final Random RANDOM = new Random();
    private static final String SINCE = "{\"since\":\"2026-11-20T15:00:00.5+01:00\"}";

    private final WebhooksFixture world = new WebhooksFixture();
    private final Webhook webhook = webhook(Optional.empty());

    @Test
    void startsAndShowsAReplay() {
        ApiResponse started = start(SINCE.replace("}", ",\"delivery_status\":\"missed\"}"));
        assertThat(started.status()).as(started.text()).isEqualTo(202);
        String id = started.json().get("id").asText();
        assertThat(started.text())
                .isEqualTo("{\"id\":\"" + id + "\",\"webhook_id\":\""
                        + webhook.id().value()
                        + "\",\"status\":\"running\",\"since\":\"2026-11-20T14:00:00.500Z\","
                        + "\"until\":\"2026-11-20T14:02:11.337Z\",\"delivery_status\":\"missed\","
                        + "\"events_looked_at\":0,\"events_queued\":0,\"position\":null,"
                        + "\"created_at\":\"2026-11-20T14:02:11.337Z\",\"ended_at\":null,\"ended_reason\":null}");
        assertThat(ReplayId.parse(id)).isPresent();
        assertThat(on(Callers.FULL, "GET", "/" + id, "").text()).isEqualTo(started.text());
        assertThat(on(Callers.FULL, "GET", "", "").json().get("data").toString())
                .isEqualTo("[" + started.text() + "]");
        assertThat(audited())
                .containsExactly(AuditEntry.of(
                        Callers.ACCOUNT,
                        AuditAction.REPLAY_STARTED,
                        Origin.of(Callers.FULL, "req-1", NOW),
                        id,
                        webhook.reach(),
                        Map.of(Detail.WEBHOOK_ID, webhook.id().value(), Detail.REPLAY_ID, id)));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-20T14:00:00.337Z, 2026-11-20T14:01:00.337Z, 1",
        "2026-11-20T14:00:00.337000001Z, 2026-11-20T14:01:00.337Z, 0",
        "2026-11-20T14:00:00.3370000000001Z, 2026-11-20T14:01:00.337Z, 0",
        "2026-11-20T14:00:00.337Z, 2026-11-20T14:01:00.337000001Z, 2",
        "2026-11-21T13:59:00.337+23:59, 2026-11-21T14:00:00.3370000000001+23:59, 2",
        "2026-11-20T14:00:00.3369999999999Z, 2026-11-20T14:01:00.3369999999999Z, 1",
    })
    void comparesWithAllDecimals(String since, String until, int events) {
        record("cln_harbour", 131);
        record("cln_harbour", 71);
        assertThat(start("{\"since\":\"" + since + "\",\"until\":\"" + until + "\",\"dry_run\":true}")
                        .json()
                        .get("events_matching")
                        .intValue())
                .isEqualTo(events);
    }

    @Test
    void queuesTheFirstStepBeforeAndAfterWritingTheRow() {
        start(SINCE);
        assertThat(world.steps).extracting(Step::delay).containsExactly(Duration.ofSeconds(60), Duration.ofSeconds(2));
        assertThat(world.steps).extracting(Step::message).allSatisfy(message -> {
            assertThat(message.step()).isZero();
            assertThat(world.replays.find(message.webhook(), message.replay())).isPresent();
        });
        // The early step of a rejected replay stays on the queue and finds no row.
        start(SINCE).assertError(409, "replay_running", "webhook_id");
        assertThat(world.steps).hasSize(3);
        assertThat(world.replays.find(
                        webhook.id(), world.steps.getLast().message().replay()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | missing_field | since",
                "{\"since\":null} | invalid_field | since",
                "{\"since\":7} | invalid_field | since",
                "{\"since\":\"yesterday\"} | invalid_field | since",
                "{\"since\":\"2026-11-20T14:02:11.337Z\"} | invalid_field | since",
                "{\"since\":\"2026-08-22T14:02:11.336Z\"} | invalid_field | since",
                "{\"since\":\"2026-11-20T14:00:00Z\",\"until\":\"2026-11-20T14:00:00Z\"} | invalid_field | until",
                "{\"since\":\"2026-11-20T14:00:00Z\",\"until\":\"2026-11-20T14:02:12Z\"} | invalid_field | until",
                "{\"since\":\"2026-11-20T14:00:00Z\",\"until\":[]} | invalid_field | until",
                "{\"since\":\"2026-11-20T14:00:00Z\",\"delivery_status\":\"Failed\"} | invalid_field | delivery_status",
                "{\"since\":\"2026-11-20T14:00:00Z\",\"delivery_status\":\"\"} | invalid_field | delivery_status",
                "{\"since\":\"2026-11-20T14:00:00Z\",\"status\":\"failed\"} | unknown_field | status",
                "{\"since\":\"2026-11-20T14:00:00Z\",\"dry_run\":\"true\"} | invalid_field | dry_run",
                "{\"since\":\"2026-11-20T14:00:00Z\",\"dry_run\":null} | invalid_field | dry_run",
                "{\"since\":\"2026-11-20T14:00:00Z\",\"from\":\"x\"} | unknown_field | from",
            })
    void rejectsAnInvalidReplayAndStartsNothing(String body, String code, String param) {
        start(body).assertError(400, code, param);
        assertThat(world.steps).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'since':'2020-01-01T00:00:00Z','until':'2027-01-01T00:00:00Z' | since until",
                "'since':'2027-01-01T00:00:00Z','until':'2027-01-02T00:00:00Z' | since until",
                "'since':7,'until':'2027-01-01T00:00:00Z','dry_run':1 | since until dry_run",
                "'since':'2026-11-20T14:00:00Z','until':'2026-11-20T14:00:00Z','delivery_status':'x' | until delivery_status",
            })
    void listsAllThatIsWrongWithAReplay(String fields, String params) {
        ApiResponse refused = start("{" + fields.replace('\'', '"') + "}");
        assertThat(refused.json().at("/error/errors").findValuesAsText("param"))
                .as(refused.text())
                .containsExactlyInAnyOrder(params.split(" "));
    }

    @Test
    void runsOneReplayAtATimeUntilItIsCancelled() {
        String first = start(SINCE).json().get("id").asText();
        assertThat(start(SINCE)
                        .assertError(409, "replay_running", "webhook_id")
                        .get("message")
                        .asText())
                .contains(first);
        JsonNode cancelled =
                on(Callers.FULL, "POST", "/" + first + "/cancel", "").json();
        assertThat(cancelled.get("status").asText()).isEqualTo("cancelled");
        assertThat(cancelled.get("ended_at").asText()).isEqualTo("2026-11-20T14:02:11.337Z");
        assertThat(cancelled.get("ended_reason").isNull()).isTrue();
        assertThat(on(Callers.FULL, "POST", "/" + first + "/cancel", "").json()).isEqualTo(cancelled);
        assertThat(audited())
                .extracting(AuditEntry::action)
                .containsExactlyInAnyOrder(AuditAction.REPLAY_STARTED, AuditAction.REPLAY_CANCELLED);
        assertThat(world.audited(AuditAction.REPLAY_CANCELLED))
                .containsExactly(AuditEntry.of(
                        Callers.ACCOUNT,
                        AuditAction.REPLAY_CANCELLED,
                        Origin.of(Callers.FULL, "req-1", NOW),
                        first,
                        webhook.reach(),
                        Map.of(Detail.WEBHOOK_ID, webhook.id().value(), Detail.REPLAY_ID, first)));
        assertThat(start(SINCE).status()).isEqualTo(202);
    }

    @Test
    void endsAReplayOfAnEarlierGeneration() {
        String first = start(SINCE).json().get("id").asText();
        Webhook off = webhook.disabled(new Disabling.Requested(NOW));
        world.webhooks.update(webhook, off);
        start(SINCE).assertError(409, "webhook_disabled", "webhook_id");
        world.webhooks.update(off, off.enabled(NOW));

        assertThat(start(SINCE).status()).isEqualTo(202);
        JsonNode ended = on(Callers.FULL, "GET", "/" + first, "").json();
        assertThat(ended.get("status").asText()).isEqualTo("ended");
        assertThat(ended.get("ended_reason").asText()).isEqualTo("webhook_disabled");
    }

    @Test
    void doesNotChangeAReplayThatHasEnded() {
        String id = start(SINCE).json().get("id").asText();
        Replay read = world.replays
                .find(webhook.id(), ReplayId.parse(id).orElseThrow())
                .orElseThrow();
        world.replays.replace(read, read.ended(ReplayEnd.Why.COMPLETED, NOW));
        assertThat(on(Callers.FULL, "POST", "/" + id + "/cancel", "")
                        .json()
                        .get("status")
                        .asText())
                .isEqualTo("completed");
        assertThat(audited()).extracting(AuditEntry::action).containsExactly(AuditAction.REPLAY_STARTED);
    }

    @Test
    void dryRunCountsAndStartsNothingWhateverTheStatusOfTheWebhook() {
        record("cln_harbour", 30);
        Event failed = record("cln_oldtown", 20);
        world.log.append(
                webhook.id(),
                new LoggedDelivery(
                        failed.id(),
                        failed.type(),
                        Optional.of(failed.clinic()),
                        OptionalLong.of(1),
                        1,
                        1,
                        DeliveryStatus.FAILED,
                        Optional.of(NOW.minusSeconds(19)),
                        Optional.empty(),
                        List.of(),
                        Dropped.NONE),
                NOW);
        start(SINCE);
        world.webhooks.update(webhook, webhook.disabled(new Disabling.Requested(NOW)));
        world.steps.clear();

        ApiResponse all = start(SINCE.replace("}", ",\"dry_run\":true}"));
        assertThat(all.status()).isEqualTo(200);
        assertThat(all.text())
                .isEqualTo("{\"webhook_id\":\"" + webhook.id().value()
                        + "\",\"dry_run\":true,\"since\":\"2026-11-20T14:00:00.500Z\","
                        + "\"until\":\"2026-11-20T14:02:11.337Z\",\"delivery_status\":null,\"events_looked_at\":2,"
                        + "\"events_matching\":2,\"position\":\"2026-11-20T14:01:51.337Z\",\"has_more\":false}");
        assertThat(start(SINCE.replace("}", ",\"dry_run\":true,\"delivery_status\":\"failed\"}"))
                        .json()
                        .get("events_matching")
                        .intValue())
                .isEqualTo(1);
        assertThat(world.steps).isEmpty();
        assertThat(audited()).hasSize(1);
        assertThat(world.sent).isEmpty();
    }

    @Test
    void dryRunCostsAsMuchAsItReads() {
        IntStream.range(0, 150).forEach(n -> record("cln_harbour", 20));
        assertThat(start(SINCE).header("RateLimit")).startsWith("\"account\";r=199;");
        assertThat(start(SINCE.replace("}", ",\"dry_run\":true}")).header("RateLimit"))
                .startsWith("\"account\";r=197;");
    }

    @Test
    void listsReplaysNewestFirst() {
        List<String> ids = IntStream.range(0, 3)
                .mapToObj(n -> {
                    ApiResponse started = on(NOW.plusSeconds(n), Callers.FULL, "POST", webhook, "", "", SINCE);
                    String id = started.json().get("id").asText();
                    on(Callers.FULL, "POST", "/" + id + "/cancel", "");
                    return id;
                })
                .toList()
                .reversed();
        JsonNode first =
                on(NOW, Callers.FULL, "GET", webhook, "", "limit=2", "").json();
        assertThat(first.get("data").findValuesAsText("id")).isEqualTo(ids.subList(0, 2));
        assertThat(first.get("has_more").booleanValue()).isTrue();
        assertThat(first.get("next_cursor").asText()).isEqualTo(ids.get(1));
        JsonNode rest = on(NOW, Callers.FULL, "GET", webhook, "", "limit=2&starting_after=" + ids.get(1), "")
                .json();
        assertThat(rest.get("data").findValuesAsText("id")).isEqualTo(ids.subList(2, 3));
        assertThat(rest.get("has_more").booleanValue()).isFalse();
        on(NOW, Callers.FULL, "GET", webhook, "", "starting_after=rpl_1", "")
                .assertError(400, "invalid_parameter", "starting_after");
    }

    @Test
    void dryRunCountsOnlyWhatTheFilterSelects() {
        record("cln_harbour", 30);
        EventId id = EventId.mint(NOW.minusSeconds(20), RANDOM);
        world.events.putIfAbsent(
                Callers.ACCOUNT,
                new Event(id, "offer.created", new ClinicId("cln_harbour"), "{\"provider_id\":\"prv_1\"}"),
                NOW);
        world.webhooks.update(
                webhook,
                webhook.with(
                        new WebhookSettings(
                                webhook.url(),
                                webhook.types(),
                                Set.of(),
                                Optional.empty(),
                                OptionalInt.empty(),
                                Optional.of(EventFilter.parse("{\"provider_id\":[\"prv_1\"]}")),
                                PayloadStyle.FULL,
                                Optional.empty(),
                                false,
                                Optional.empty()),
                        NOW));

        JsonNode estimate = start(SINCE.replace("}", ",\"dry_run\":true}")).json();

        assertThat(estimate.get("events_looked_at").intValue()).isEqualTo(2);
        assertThat(estimate.get("events_matching").intValue()).isEqualTo(1);
    }

    @Test
    void hidesReplaysFromOtherKeys() {
        String id = start(SINCE).json().get("id").asText();
        Webhook narrow = webhook(Optional.of(new ClinicId("cln_harbour")));
        for (Caller caller : List.of(Callers.OTHER, Callers.HARBOUR)) {
            on(caller, "POST", "", SINCE).assertError(404, "not_found", "webhook_id");
            on(caller, "GET", "", "").assertError(404, "not_found", "webhook_id");
            on(caller, "GET", "/" + id, "").assertError(404, "not_found", "webhook_id");
            on(caller, "POST", "/" + id + "/cancel", "").assertError(404, "not_found", "webhook_id");
        }
        on(NOW, Callers.HARBOUR, "GET", narrow, "/" + id, "", "").assertError(404, "not_found", "replay_id");
        on(Callers.FULL, "GET", "/rpl_x", "").assertError(404, "not_found", "replay_id");
        on(Callers.POWERLESS, "POST", "", SINCE).assertError(403, "missing_scope", "-");
        on(Callers.POWERLESS, "GET", "", "").assertError(403, "missing_scope", "-");
        assertThat(on(NOW, Callers.HARBOUR, "POST", narrow, "", "", SINCE).status())
                .isEqualTo(202);
    }

    private ApiResponse start(String body) {
        return on(Callers.FULL, "POST", "", body);
    }

    private ApiResponse on(Caller caller, String method, String path, String body) {
        return on(NOW, caller, method, webhook, path, "", body);
    }

    private ApiResponse on(
            Instant now, Caller caller, String method, Webhook of, String path, String query, String body) {
        String[] parts = path.split("/", -1);
        String resource = "/webhooks/{webhook_id}/replays" + (parts.length > 1 ? "/{replay_id}" : "")
                + (parts.length > 2 ? "/" + parts[2] : "");
        ApiRequest request = ApiRequest.of(caller, method, resource)
                .path("webhook_id", of.id().value())
                .found("requests_per_second", "100")
                .query(query);
        if (parts.length > 1) {
            request.path("replay_id", parts[1]);
        }
        return world.send(now, body.isEmpty() ? request : request.json(body));
    }

    private Event record(String clinic, int secondsAgo) {
        EventId id = EventId.mint(NOW.minusSeconds(secondsAgo), RANDOM);
        return world.events
                .putIfAbsent(Callers.ACCOUNT, new Event(id, "offer.created", new ClinicId(clinic), "{}"), NOW)
                .orElseThrow();
    }

    private Webhook webhook(Optional<ClinicId> clinic) {
        Webhook registered = Webhook.registered(
                Callers.ACCOUNT,
                WebhookId.mint(NOW, RANDOM),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://hooks.example.com/", List.of("*"), clinic, Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "key", "sealed"),
                NOW);
        world.webhooks.insert(registered);
        return registered;
    }

    private List<AuditEntry> audited() {
        return world.audited(AuditAction.REPLAY_STARTED, AuditAction.REPLAY_CANCELLED);
    }
}
