package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the commands that read the feed, record an example, and list usage. */
class FeedCommandsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String EVENT_TYPES = """
            {"data": [{"name": "appointment.cancelled", "example": {"id": "evt_x", "type": "appointment.cancelled",
              "clinic_id": "cln_harbour", "provider_id": "prv_22", "duration_minutes": 30, "recoverable": true,
              "created_at": "2026-11-20T14:02:11.337Z"}}], "has_more": false, "next_cursor": null}
            """;

    private final ScriptedApi api = new ScriptedApi();

    @TempDir
    Path home = Path.of("");

    private Program program = new Program(home);

    @BeforeEach
    void prepare() {
        program = new Program(home).using(api);
        api.on("GET /v1/event_types", 200, EVENT_TYPES)
                .on("POST /v1/events", 201, "{\"id\":\"evt_new\"}")
                .on("GET /v1/account", 200, "{\"clinic_ids\":[\"cln_own\"]}");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void listSendsItsFilters() {
        api.on("GET /v1/events", 200, page("evt_1 2026-11-22T11:00:00Z"));
        String out = program.run(
                "events",
                "list",
                "--clinic",
                "cln_1",
                "--appointment",
                "apt_1",
                "--type",
                "a.b,c.d",
                "--since",
                "24h",
                "--limit",
                "3");
        assertThat(api.last().line())
                .isEqualTo("GET /v1/events?clinic_id=cln_1&appointment_id=apt_1&type=a.b&type=c.d"
                        + "&since=2026-11-21T12%3A00%3A00Z&limit=3");
        assertThat(out).contains("EVENT", "evt_1", "appointment.booked", "cln_1");
    }

    @Test
    void eventIsShownWithWhatBecameOfItAtEachWebhook() {
        api.on("GET /v1/events/evt_1/deliveries", 200, """
                {"data": [{"webhook_id": "whk_2", "reason": null,
                   "delivery": {"status": "failed", "attempts_count": 3, "last_outcome": "status", "last_status_code": 503}},
                 {"webhook_id": "whk_1", "reason": "other_type", "delivery": null}], "has_more": false, "next_cursor": null}
                """);
        assertThat(program.run("events", "deliveries", "evt_1"))
                .containsPattern("whk_2 +failed +3 +status +503")
                .containsPattern("whk_1 .* other_type");
    }

    @Test
    void timeAgoHasTheMillisecondsThatTheApiWrites() {
        Clock clock = Clock.fixed(Instant.parse("2026-11-22T12:00:00.123456789Z"), ZoneOffset.UTC);
        assertThat(new TimeReaders(clock).time("24h").text()).isEqualTo("2026-11-21T12:00:00.123Z");
    }

    @Test
    void timeIsSentAsItWasWritten() {
        api.on("GET /v1/events", 200, page());
        program.run("events", "list", "--since", "2026-11-22t10:00:00.0000000001+23:59");
        assertThat(api.last().line()).contains("since=2026-11-22t10%3A00%3A00.0000000001%2B23%3A59");
    }

    @Test
    void controlCharactersDoNotReachTheTerminal() {
        api.on("GET /v1/events/evt_1", 200, "{\"id\":\"evt_1\",\"label\":\"a\\u001b[2Jb\"}");
        assertThat(program.run("events", "get", "evt_1"))
                .contains("a\\u001b[2Jb")
                .doesNotContain("\u001b");
    }

    @Test
    void tailGoesOnAfterTheLastCursorAndAtOnceWhileThereIsMore() {
        api.on("GET /v1/events", 200, forwards("evt_0", false))
                .on("GET /v1/events", 200, forwards("evt_0b", false))
                .on(
                        "GET /v1/events",
                        200,
                        forwards("evt_2", true, "evt_1 2026-11-22T11:00:00Z", "evt_2 2026-11-22T11:00:01Z"))
                .on("GET /v1/events", 200, forwards("evt_3", false, "evt_3 2026-11-22T11:00:02Z"));
        Program.Ended ended = program.interruptedAfter(1)
                .execute(
                        "events",
                        "tail",
                        "--json",
                        "--type",
                        "offer.created,appointment.booked",
                        "--clinic",
                        "cln_1",
                        "--appointment",
                        "apt_1");
        assertThat(ended.status()).isZero();
        assertThat(ended.out().lines().map(FeedCommandsTest::id)).containsExactly("evt_1", "evt_2", "evt_3");
        String feed =
                "GET /v1/events?clinic_id=cln_1&appointment_id=apt_1&type=appointment.booked&type=offer.created&order=asc&";
        assertThat(api.lines())
                .containsExactly(
                        feed + "since=9999-12-31T23%3A59%3A59Z&limit=1",
                        feed + "starting_after=evt_0&limit=100",
                        feed + "starting_after=evt_0b&limit=100",
                        feed + "starting_after=evt_2&limit=100");
    }

    @Test
    void triggerRecordsTheExampleWithoutTheFieldsOfTheServiceForAClinicOfTheKey() {
        assertThat(program.run("trigger", "appointment.cancelled")).contains("evt_new");
        JsonNode sent = api.last().json();
        assertThat(sent.propertyStream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder("type", "clinic_id", "provider_id", "duration_minutes", "recoverable");
        assertThat(sent.path("clinic_id").asText()).isEqualTo("cln_own");
        assertThat(api.last().header("Idempotency-key")).isNotEmpty();
    }

    @Test
    void triggerSetsFieldsAsTheExampleHasThem() {
        program.run(
                "trigger",
                "appointment.cancelled",
                "--set",
                "clinic_id=cln_2",
                "--set",
                "provider_id=22",
                "--set",
                "duration_minutes=45",
                "--set",
                "recoverable=false");
        JsonNode sent = api.last().json();
        assertThat(sent.path("clinic_id").asText()).isEqualTo("cln_2");
        assertThat(sent.path("provider_id").isTextual()).isTrue();
        assertThat(sent.path("duration_minutes").isInt()).isTrue();
        assertThat(sent.path("recoverable")).isEqualTo(JSON.getNodeFactory().booleanNode(false));
    }

    @Test
    void triggerRefusesAValueOfAnotherKind() {
        Program.Ended ended = program.execute("trigger", "appointment.cancelled", "--set", "recoverable=yes");
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("recoverable is a boolean, such as true");
        assertThat(api.lines()).noneMatch(line -> line.startsWith("POST"));
    }

    @Test
    void triggerOfAnUnknownTypeListsTheTypes() {
        Program.Ended ended = program.execute("trigger", "appointment.eaten");
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("there are appointment.cancelled");
    }

    @Test
    void triggerWithoutAClinicSaysSo() {
        try (ScriptedApi without = new ScriptedApi()
                .on("GET /v1/event_types", 200, EVENT_TYPES)
                .on("GET /v1/account", 200, "{\"clinic_ids\":[]}")) {
            assertThat(program.using(without)
                            .execute("trigger", "appointment.cancelled")
                            .err())
                    .contains("has no clinic");
        }
    }

    @Test
    void usageListsAllPages() {
        api.on(
                        "GET /v1/usage",
                        200,
                        "{\"data\":[{\"date\":\"2026-11-02\",\"clinic_id\":\"cln_1\",\"final\":true}],\"has_more\":true,"
                                + "\"next_cursor\":\"c1\"}")
                .on(
                        "GET /v1/usage",
                        200,
                        "{\"data\":[{\"date\":\"2026-11-01\",\"clinic_id\":\"cln_1\"}],\"has_more\":false,\"next_cursor\":null}");
        assertThat(program.run("usage", "--from", "2026-11-01", "--clinic", "cln_1"))
                .contains("2026-11-02", "2026-11-01");
        assertThat(api.lines().getFirst()).isEqualTo("GET /v1/usage?from=2026-11-01&clinic_id=cln_1&limit=100");
        assertThat(api.last().line()).contains("starting_after=c1");
    }

    private static String id(String line) {
        try {
            return JSON.readTree(line).path("id").asText();
        } catch (IOException e) {
            throw new IllegalStateException(line, e);
        }
    }

    /** @param events id and time of each, newest first */
    private static String page(String... events) {
        return Arrays.stream(events)
                .map(event -> event.split(" "))
                .map(event -> "{\"id\":\"" + event[0] + "\",\"created_at\":\"" + event[1]
                        + "\",\"type\":\"appointment.booked\",\"clinic_id\":\"cln_1\"}")
                .collect(Collectors.joining(",", "{\"data\":[", "],\"has_more\":false,\"next_cursor\":null}"));
    }

    /**
     * A page that is read forwards.
     *
     * @param events id and time of each, oldest first
     */
    private static String forwards(String cursor, boolean more, String... events) {
        return page(events)
                .replace(
                        "\"has_more\":false,\"next_cursor\":null",
                        "\"has_more\":" + more + ",\"next_cursor\":\"" + cursor + "\",\"complete_until\":null");
    }
}
