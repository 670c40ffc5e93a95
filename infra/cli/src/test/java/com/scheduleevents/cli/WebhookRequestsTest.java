package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the requests of the commands on webhooks, deliveries, replays and API keys. */
class WebhookRequestsTest {

    private static final String WEBHOOK = """
            {"id": "whk_1", "url": "https://receiver.example/hooks?token=1", "types": ["*"], "clinic_id": null,
             "description": "Front desk", "status": "active", "health": {"circuit": "open", "backlog": 7}}
            """;

    private static final String DESTINATION =
            "{\"type\":\"sqs\",\"queue_url\":\"https://sqs.eu-central-1.amazonaws.com/123456789012/events\","
                    + "\"role_arn\":\"arn:aws:iam::123456789012:role/events\"}";

    private static final String DELIVERY = """
            {"event_id": "evt_1", "status": "%s", "attempts": [{"retry_cycle": 1, "number": 1, "at": "2026-11-22T12:00:00Z",
             "duration_ms": 12, "outcome": "%s", "status_code": %d}]}
            """;

    private static final String REPLAY = """
            {"id": "rpl_1", "status": "%s", "since": "2026-11-22T10:00:00Z", "until": "2026-11-22T12:00:00Z", "position": %s,
             "events_looked_at": %d, "events_queued": %d}
            """;

    private final ScriptedApi api = new ScriptedApi();

    @TempDir
    Path home = Path.of("");

    private Program program = new Program(home);

    @BeforeEach
    void prepare() {
        program = new Program(home).using(api);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void tableShowsTheHostAndNotTheUrl() {
        api.on("GET /v1/webhooks", 200, "{\"data\":[" + WEBHOOK + "],\"has_more\":false,\"next_cursor\":null}");
        assertThat(program.run("webhooks", "list"))
                .contains("whk_1", "Front desk", "receiver.example", "open", "7")
                .doesNotContain("token");
    }

    @Test
    void tableAndObjectShowTheQueueOfAWebhookWithoutAUrl() {
        String webhook = WEBHOOK.replace(
                "\"url\": \"https://receiver.example/hooks?token=1\"",
                "\"url\": null, \"destination\": " + DESTINATION);
        api.on("GET /v1/webhooks", 200, "{\"data\":[" + webhook + "],\"has_more\":false,\"next_cursor\":null}")
                .on("GET /v1/webhooks/whk_1", 200, webhook);
        assertThat(program.run("webhooks", "list"))
                .contains("  https://sqs.eu-central-1.amazonaws.com/123456789012/events  ");
        assertThat(program.run("webhooks", "get", "whk_1"))
                .containsPattern(
                        "destination queue url +https://sqs\\.eu-central-1\\.amazonaws\\.com/123456789012/events")
                .containsPattern("destination role arn +arn:aws:iam::123456789012:role/events");
    }

    @Test
    void tableShowsTheEventBusOfAWebhookWithoutAUrl() {
        String bus = "arn:aws:events:eu-central-1:123456789012:event-bus/events";
        String webhook = WEBHOOK.replace(
                "\"url\": \"https://receiver.example/hooks?token=1\"",
                "\"url\": null, \"destination\": {\"type\":\"eventbridge\",\"event_bus_arn\":\"" + bus
                        + "\",\"role_arn\":\"arn:aws:iam::123456789012:role/events\"}");
        api.on("GET /v1/webhooks", 200, "{\"data\":[" + webhook + "],\"has_more\":false,\"next_cursor\":null}");
        assertThat(program.run("webhooks", "list")).contains("  " + bus + "  ");
    }

    @Test
    void tableShowsOneClinicAndSeveral() {
        String several =
                WEBHOOK.replace("\"clinic_id\": null", "\"clinic_id\": null, \"clinic_ids\": [\"cln_1\", \"cln_2\"]");
        String one = WEBHOOK.replace("\"clinic_id\": null", "\"clinic_id\": \"cln_3\"");
        api.on(
                "GET /v1/webhooks",
                200,
                "{\"data\":[" + several + "," + one + "],\"has_more\":false,\"next_cursor\":null}");
        assertThat(program.run("webhooks", "list")).contains("  cln_1, cln_2  ", "  cln_3  ");
    }

    @Test
    void objectShowsTheFieldsWithinIt() {
        api.on("GET /v1/webhooks/whk_1", 200, WEBHOOK);
        assertThat(program.run("webhooks", "get", "whk_1"))
                .containsPattern("health circuit +open")
                .containsPattern("clinic id +-");
        assertThat(program.run("webhooks", "get", "whk_1", "--json")).contains("\"circuit\" : \"open\"");
    }

    @Test
    void createSendsWhatIsGivenAndAllTypesByDefault() {
        api.on("POST /v1/webhooks", 201, "{\"id\":\"whk_1\",\"secret\":\"whsec_1\"}");
        Program.Ended ended = program.execute(
                "webhooks",
                "create",
                "--url",
                "https://receiver.example/hooks",
                "--clinic",
                "cln_1",
                "--clinic",
                "cln_2",
                "--set",
                "max_per_second=10",
                "--set",
                "filter={\"provider_id\":[\"prv_1\"]}");
        assertThat(ended.out()).contains("whsec_1");
        assertThat(ended.err()).contains("cannot be shown again");
        assertThat(api.last().json().toString())
                .isEqualTo(
                        "{\"url\":\"https://receiver.example/hooks\",\"types\":[\"*\"],\"clinic_ids\":[\"cln_1\",\"cln_2\"],"
                                + "\"max_per_second\":10,\"filter\":{\"provider_id\":[\"prv_1\"]}}");
    }

    /** Groups such as {@code offer.*} among them, which the command line's own check of types once refused. */
    @Test
    void createTakesEveryTypeThatTheContractHas() throws IOException {
        api.on("POST /v1/webhooks", 201, "{\"id\":\"whk_1\",\"secret\":\"whsec_1\"}");
        JsonNode types = new YAMLMapper()
                .readTree(new File("../../docs/openapi.yaml"))
                .at("/components/schemas/WebhookTypes/items/enum");
        assertThat(types).isNotEmpty();
        String all = types.valueStream().map(JsonNode::asText).collect(Collectors.joining(","));

        program.run("webhooks", "create", "--pull", "--types", all);

        assertThat(api.last().json().path("types")).isEqualTo(types);
    }

    @Test
    void createNeedsAUrlOrADestinationOrPull() {
        api.on("POST /v1/webhooks", 201, "{\"id\":\"whk_1\",\"secret\":\"whsec_1\"}");
        assertThat(program.run("webhooks", "create", "--pull", "--types", "offer.created"))
                .contains("whsec_1");
        assertThat(api.last().body()).isEqualTo("{\"types\":[\"offer.created\"],\"mode\":\"pull\"}");

        Program.Ended neither = program.execute("webhooks", "create");
        assertThat(neither.status()).isEqualTo(2);
        assertThat(neither.err()).contains("with one of --url, --destination and --pull");
        assertThat(program.execute("webhooks", "create", "--pull", "--url", "https://receiver.example/hooks")
                        .status())
                .isEqualTo(2);
        assertThat(program.execute("webhooks", "create", "--pull", "--destination", DESTINATION)
                        .status())
                .isEqualTo(2);
        assertThat(api.requests()).hasSize(1);
    }

    @Test
    void destinationIsSentAsItIsGiven() {
        api.on("POST /v1/webhooks", 201, "{\"id\":\"whk_1\",\"secret\":\"whsec_1\"}")
                .on("PATCH /v1/webhooks/whk_1", 200, WEBHOOK);
        program.run("webhooks", "create", "--destination", DESTINATION);
        assertThat(api.last().body()).isEqualTo("{\"destination\":" + DESTINATION + ",\"types\":[\"*\"]}");
        program.run("webhooks", "update", "whk_1", "--destination", DESTINATION);
        assertThat(api.last().body()).isEqualTo("{\"destination\":" + DESTINATION + "}");
        assertThat(program.execute(
                                "webhooks", "create", "--destination", "arn:aws:sqs:eu-central-1:123456789012:events")
                        .err())
                .contains("--destination takes a JSON object");
        assertThat(api.requests()).hasSize(2);
    }

    @Test
    void updateSendsOnlyWhatIsGiven() {
        api.on("PATCH /v1/webhooks/whk_1", 200, WEBHOOK);
        program.run(
                "webhooks", "update", "whk_1", "--types", "offer.created,offer.accepted", "--set", "clinic_id=null");
        assertThat(api.last().body())
                .isEqualTo("{\"types\":[\"offer.created\",\"offer.accepted\"],\"clinic_id\":null}");
    }

    @Test
    void rotateSendsTheOverlapInSeconds() {
        api.on("POST /v1/webhooks/whk_1/rotate_secret", 200, "{\"id\":\"whk_1\",\"secret\":\"whsec_2\"}");
        assertThat(program.run("webhooks", "rotate", "whk_1", "--expires-in", "2h"))
                .contains("whsec_2");
        assertThat(api.last().body()).isEqualTo("{\"expires_in\":7200}");
    }

    @Test
    void deletionNeedsAConsent() {
        api.on("DELETE /v1/webhooks/whk_1", 204, "");
        assertThat(program.execute("webhooks", "delete", "whk_1").err()).contains("repeat it with --yes");
        assertThat(program.answering("n").execute("webhooks", "delete", "whk_1").status())
                .isEqualTo(1);
        assertThat(api.requests()).isEmpty();
        program.answering("y").run("webhooks", "delete", "whk_1");
        program.answering("n").run("webhooks", "delete", "whk_1", "--yes");
        assertThat(api.lines()).containsExactly("DELETE /v1/webhooks/whk_1", "DELETE /v1/webhooks/whk_1");
    }

    @Test
    void testWaitsForItsAttemptAndReportsIt() {
        api.on("POST /v1/webhooks/whk_1/test", 202, "{\"event_id\":\"evt_1\",\"status\":\"pending\"}")
                .refuse("GET /v1/webhooks/whk_1/deliveries/evt_1", 404, "not_found")
                .on("GET /v1/webhooks/whk_1/deliveries/evt_1", 200, DELIVERY.formatted("succeeded", "succeeded", 204));
        assertThat(program.run("webhooks", "test", "whk_1", "--type", "offer.created", "--set", "provider_id=prv_1"))
                .contains("succeeded", "204");
        assertThat(api.requests().getFirst().body())
                .isEqualTo("{\"type\":\"offer.created\",\"fields\":{\"provider_id\":\"prv_1\"}}");
        assertThat(program.waits()).hasSize(2);
    }

    @Test
    void testThatTheEndpointRefusedFails() {
        api.on("POST /v1/webhooks/whk_1/test", 202, "{\"event_id\":\"evt_1\",\"status\":\"pending\"}")
                .on("GET /v1/webhooks/whk_1/deliveries/evt_1", 200, DELIVERY.formatted("failed", "status", 500));
        Program.Ended ended = program.execute("webhooks", "test", "whk_1");
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.out()).contains("status", "500");
        assertThat(api.requests().getFirst().body()).isEqualTo("{\"type\":\"appointment.cancelled\"}");
    }

    @Test
    void testOfAnUnknownWebhookFailsAtOnce() {
        api.refuse("POST /v1/webhooks/whk_1/test", 404, "not_found");
        assertThat(program.execute("webhooks", "test", "whk_1").err()).contains("not_found");
        assertThat(api.requests()).hasSize(1);
    }

    @Test
    void deliveryIsShownWithItsAttempts() {
        api.on("GET /v1/webhooks/whk_1/deliveries/evt_1", 200, DELIVERY.formatted("failed", "status", 503));
        assertThat(program.run("deliveries", "get", "whk_1", "evt_1"))
                .containsPattern("CYCLE +ATTEMPT +AT +MS +OUTCOME +STATUS")
                .containsPattern("1 +1 +2026-11-22T12:00:00Z +12 +status +503")
                .doesNotContain("retry_cycle");
    }

    @Test
    void deliveriesAreListedSentAgainAndGivenUp() {
        api.on("GET /v1/webhooks/whk_1/deliveries", 200, "{\"data\":[],\"has_more\":false,\"next_cursor\":null}")
                .on("POST /v1/webhooks/whk_1/deliveries/evt_1/redeliver", 202, "{\"event_id\":\"evt_1\"}")
                .on("POST /v1/webhooks/whk_1/deliveries/evt_1/dismiss", 200, "{\"event_id\":\"evt_1\"}");
        assertThat(program.run("deliveries", "list", "whk_1", "--status", "failed"))
                .contains("No deliveries.");
        program.run("deliveries", "redeliver", "whk_1", "evt_1");
        program.run("deliveries", "dismiss", "whk_1", "evt_1");
        assertThat(api.lines().getFirst()).isEqualTo("GET /v1/webhooks/whk_1/deliveries?status=failed&limit=25");
        assertThat(api.requests()).hasSize(3);
    }

    @Test
    void deliveriesOfAllWebhooksAreListedWithTheirWebhook() {
        api.on(
                "GET /v1/deliveries",
                200,
                "{\"data\":[{\"webhook_id\":\"whk_7\",\"event_id\":\"evt_1\",\"status\":\"failed\"}],\"has_more\":false}");
        assertThat(program.run("deliveries", "list", "--status", "failed", "--since", "2h"))
                .containsPattern("WEBHOOK +EVENT")
                .containsPattern("whk_7 +evt_1");
        assertThat(api.last().line())
                .isEqualTo("GET /v1/deliveries?status=failed&since=2026-11-22T10%3A00%3A00Z&limit=25");
        assertThat(program.execute("deliveries", "list", "--type", "offer.created")
                        .err())
                .contains("--type needs a webhook.");
        assertThat(program.execute("deliveries", "list", "--status", "succeeded")
                        .err())
                .contains("--status succeeded needs a webhook. Without one, there are pending, failed, not_sent.");
        assertThat(api.requests()).hasSize(1);
    }

    @Test
    void replayShowsItsProgressUntilItIsCompleted() {
        api.on("POST /v1/webhooks/whk_1/replays", 202, REPLAY.formatted("running", "null", 0, 0))
                .on(
                        "GET /v1/webhooks/whk_1/replays/rpl_1",
                        200,
                        REPLAY.formatted("running", "\"2026-11-22T11:00:00Z\"", 50, 20))
                .on(
                        "GET /v1/webhooks/whk_1/replays/rpl_1",
                        200,
                        REPLAY.formatted("completed", "\"2026-11-22T11:30:00Z\"", 80, 30));
        Program.Ended ended = program.execute("replay", "whk_1", "--since", "2h", "--delivery-status", "missed");
        assertThat(ended.status()).isZero();
        assertThat(ended.err().lines())
                .containsExactly(
                        "[------------------------------] 0%  0 events looked at, 0 queued",
                        "[###############---------------] 50%  50 events looked at, 20 queued",
                        "[##############################] 100%  80 events looked at, 30 queued");
        assertThat(ended.out()).contains("completed");
        assertThat(api.requests().getFirst().body())
                .isEqualTo("{\"since\":\"2026-11-22T10:00:00Z\",\"delivery_status\":\"missed\"}");
    }

    @Test
    void replayThatEndedEarlyFails() {
        api.on("POST /v1/webhooks/whk_1/replays", 202, REPLAY.formatted("running", "null", 0, 0))
                .on("GET /v1/webhooks/whk_1/replays/rpl_1", 200, REPLAY.formatted("ended", "null", 0, 0));
        assertThat(program.execute("replay", "whk_1", "--since", "2h").status()).isEqualTo(1);
    }

    @Test
    void interruptedReplayGoesOnAndSaysSo() {
        api.on("POST /v1/webhooks/whk_1/replays", 202, REPLAY.formatted("running", "null", 0, 0));
        Program.Ended ended = program.interruptedAfter(0).execute("replay", "whk_1", "--since", "2h");
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("The replay rpl_1 goes on");
    }

    @Test
    void dryRunSendsNothingElse() {
        api.on(
                "POST /v1/webhooks/whk_1/replays",
                200,
                "{\"dry_run\":true,\"events_matching\":12,\"has_more\":true,\"position\":\"2026-11-22T11:00:00Z\"}");
        Program.Ended ended = program.execute("replay", "whk_1", "--since", "2h", "--dry-run");
        assertThat(ended.out()).containsPattern("events matching +12");
        assertThat(ended.err()).contains("there may be more");
        assertThat(api.requests()).hasSize(1);
        assertThat(api.last().json().path("dry_run").asBoolean()).isTrue();
    }

    @Test
    void keyIsIssuedForTheClinicsThatAreNamed() {
        api.on("POST /v1/api_keys", 201, "{\"id\":\"key_1\",\"secret\":\"sk_test_2\"}");
        assertThat(program.run("keys", "issue", "--scope", "events:read,webhooks:read", "--clinic", "cln_1"))
                .contains("sk_test_2");
        assertThat(api.last().body())
                .isEqualTo("{\"scopes\":[\"events:read\",\"webhooks:read\"],\"clinic_ids\":[\"cln_1\"]}");
        program.run("keys", "issue", "--scope", "events:read", "--all-clinics");
        assertThat(api.last().body()).isEqualTo("{\"scopes\":[\"events:read\"],\"clinic_ids\":null}");
        assertThat(program.execute("keys", "issue", "--scope", "events:read").err())
                .contains("either --clinic, or --all-clinics");
    }

    @Test
    void keysAreListedShownAndRevoked() {
        api.on(
                        "GET /v1/api_keys",
                        200,
                        "{\"data\":[{\"id\":\"key_1\",\"clinic_ids\":[\"a\",\"b\"]}],\"has_more\":false}")
                .on("GET /v1/api_keys/key_1", 200, "{\"id\":\"key_1\"}")
                .on(
                        "DELETE /v1/api_keys/key_1",
                        200,
                        "{\"id\":\"key_1\",\"revoked_api_key_ids\":[\"key_2\"],\"remaining_webhook_ids\":[\"whk_3\"]}");
        assertThat(program.run("keys", "list")).contains("key_1", "a, b");
        assertThat(program.run("keys", "get", "key_1")).contains("key_1");
        assertThat(program.execute("keys", "revoke", "key_1").status()).isEqualTo(2);
        assertThat(program.run("keys", "revoke", "key_1", "--with-issued-keys", "--yes"))
                .contains("key_2", "whk_3");
        assertThat(api.last().line()).isEqualTo("DELETE /v1/api_keys/key_1?with_issued_keys=true");
    }
}
