package com.scheduleevents.api.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.testkit.memory.InMemoryAccounts;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class EventsApiTest {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final String CANCELLED = """
            {"type":"appointment.cancelled","clinic_id":"CLINIC","appointment_id":"apt_8f1c","provider_id":"prv_22",\
            "starts_at":"2026-11-21T09:30:00Z","duration_minutes":30,"recoverable":true,"cancelled_by":"patient"}""";

    private final TestWiring aws = TestWiring.create();
    private final EventStore events = aws.events();
    private final IdempotencyStore idempotency = aws.idempotency();
    private final InMemoryMetrics metrics = new InMemoryMetrics();
    private final InMemoryAccounts accounts = Callers.accounts();

    @Test
    void returnsAnEventInTheSameBytesEverywhere() {
        ApiResponse recorded = post(Callers.FULL, cancelled("cln_harbour"));
        assertThat(recorded.status()).isEqualTo(201);
        String id = recorded.json().get("id").asText();
        assertThat(recorded.text())
                .isEqualTo("{\"id\":\"" + id + "\","
                        + cancelled("cln_harbour").substring(1).replace("}", "")
                        + ",\"created_at\":\"2026-11-20T14:02:11.337Z\"}");
        assertThat(get(Callers.FULL, id).text()).isEqualTo(recorded.text());
        assertThat(list(Callers.FULL, "").text())
                .isEqualTo("{\"data\":[" + recorded.text()
                        + "],\"has_more\":false,\"next_cursor\":null,\"complete_until\":null}");
    }

    @Test
    void returnsTheFirstEventToARepeatedRequest200AndAnotherBodyIsAConflict() {
        ApiResponse first = send(keyed("chg_1").json(cancelled("cln_harbour")));
        ApiResponse repeat = send(keyed("chg_1").json(cancelled("cln_harbour").replace(",", " , ")));
        assertThat(List.of(first.status(), repeat.status())).containsExactly(201, 200);
        assertThat(repeat.text()).isEqualTo(first.text());
        send(keyed("chg_1").json(cancelled("cln_oldtown")))
                .assertError(409, "idempotency_key_reused", "Idempotency-Key");
        assertThat(aws.eventCount()).isEqualTo(1);
        assertThat(metrics.take()).isEqualTo(Map.of(Metric.EVENTS_RECORDED, 1L));
    }

    @Test
    void correctsWhatTheKeySeesInTheClinicAndNothingElse() {
        String own = id(post(Callers.HARBOUR, cancelled("cln_harbour")));
        String unseen = id(post(Callers.FULL, cancelled("cln_oldtown")));
        String foreign = id(post(Callers.OTHER, cancelled("cln_elsewhere")));
        String missing = EventId.firstAtOrAfter(NOW).value();

        for (Caller caller : List.of(Callers.HARBOUR, Callers.FULL)) {
            ApiResponse recorded = post(caller, correction("cln_harbour", own));
            assertThat(recorded.status()).isEqualTo(201);
            assertThat(recorded.json().path("corrects").asText()).isEqualTo(own);
            for (String refused : List.of(unseen, foreign, missing)) {
                ApiResponse response = post(caller, correction("cln_harbour", refused));
                response.assertError(400, "invalid_field", "corrects");
                assertThat(response.json().at("/error/message").asText())
                        .isEqualTo(post(caller, correction("cln_harbour", missing))
                                .json()
                                .at("/error/message")
                                .asText());
            }
        }
        post(Callers.HARBOUR, correction("cln_oldtown", unseen)).assertError(403, "clinic_not_allowed", "clinic_id");
        assertThat(aws.eventCount()).isEqualTo(5);
    }

    private static String correction(String clinic, String corrected) {
        return cancelled(clinic).replace("}", ",\"corrects\":\"" + corrected + "\"}");
    }

    private static String id(ApiResponse recorded) {
        return recorded.json().path("id").asText();
    }

    /** It may take days until its events are deleted. */
    @Test
    void nobodyReadsTheEventsOfAClinicThatIsBeingErased() {
        String stays = id(post(Callers.FULL, cancelled("cln_harbour")));
        String erased = id(post(Callers.FULL, cancelled("cln_oldtown")));
        String after = id(post(Callers.FULL, cancelled("cln_harbour")));
        accounts.erasing(Callers.ACCOUNT, Set.of(new ClinicId("cln_oldtown")));

        for (String query : List.of("", "order=asc", "limit=1", "limit=1&order=asc")) {
            List<String> walked = new ArrayList<>();
            String cursor = "";
            do {
                JsonNode page =
                        list(Callers.FULL, NOW.plusSeconds(600), query + cursor).json();
                page.get("data").findValuesAsText("id").forEach(walked::add);
                cursor = page.get("has_more").booleanValue()
                        ? "&starting_after=" + page.get("next_cursor").asText()
                        : "";
            } while (!cursor.isEmpty());
            assertThat(walked).as(query).containsExactlyInAnyOrder(stays, after);
        }
        get(Callers.FULL, erased).assertError(404, "not_found", "event_id");
        assertThat(get(Callers.FULL, stays).status()).isEqualTo(200);
    }

    @Test
    void pagesTheFeedToItsEnd() {
        List<String> recorded = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            recorded.addFirst(post(Callers.FULL, NOW.plusSeconds(i), cancelled("cln_harbour"))
                    .json()
                    .get("id")
                    .asText());
        }
        List<String> walked = new ArrayList<>();
        JsonNode page = list(Callers.FULL, "limit=2").json();
        ids(page).forEach(walked::add);
        while (page.get("has_more").booleanValue()) {
            assertThat(page.get("next_cursor").asText()).isEqualTo(walked.getLast());
            page = list(
                            Callers.FULL,
                            "limit=2&starting_after=" + page.get("next_cursor").asText())
                    .json();
            ids(page).forEach(walked::add);
        }
        assertThat(walked).isEqualTo(recorded);
    }

    @Test
    void readsTheFeedForwardsByTheLastCursorAlone() {
        List<String> recorded = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            recorded.add(post(Callers.FULL, NOW.plusSeconds(i), cancelled("cln_harbour"))
                    .text());
        }
        Instant later = NOW.plus(Duration.ofMinutes(2));
        assertThat(list(Callers.FULL, later, "order=asc&limit=1&since=2026-11-20T00:00:00Z")
                        .text())
                .isEqualTo("{\"data\":[],\"has_more\":false,\"next_cursor\":\"" + last(NOW)
                        + "\",\"complete_until\":\"2026-11-20T14:02:11.337Z\"}");
        ApiResponse first = list(Callers.FULL, later.plusSeconds(2), "order=asc&limit=1&starting_after=" + last(NOW));
        String cursor = first.json().path("next_cursor").asText();
        assertThat(first.text())
                .isEqualTo("{\"data\":[" + recorded.get(0) + "],\"has_more\":true,\"next_cursor\":\"" + cursor
                        + "\",\"complete_until\":null}");
        assertThat(list(Callers.FULL, later.plusSeconds(9), "order=asc&starting_after=" + cursor)
                        .text())
                .startsWith("{\"data\":[" + recorded.get(1) + "," + recorded.get(2) + "],\"has_more\":false,");
        assertThat(list(Callers.FULL, later, "order=desc").json())
                .isEqualTo(list(Callers.FULL, later, "").json());
    }

    private static String last(Instant before) {
        return EventRange.between(Instant.EPOCH, before, Optional.empty())
                .orElseThrow()
                .newest()
                .value();
    }

    @Test
    void refusesACursorThatExpired() {
        String cursor = last(NOW);
        list(Callers.FULL, NOW.plus(Duration.ofDays(90)).plusMillis(1), "order=asc&starting_after=" + cursor)
                .assertError(410, "cursor_expired", "starting_after");
    }

    @Test
    void pageHas25EventsWithoutALimit() {
        for (int i = 0; i < 26; i++) {
            post(Callers.FULL, cancelled("cln_harbour"));
        }
        JsonNode page = list(Callers.FULL, "").json();
        assertThat(ids(page)).hasSize(25);
        assertThat(page.get("has_more").booleanValue()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"2027-02-18T14:02:11.337Z, 1", "2027-02-18T14:02:11.338Z, 0"})
    void listsAnEventFor90Days(Instant now, int found) {
        post(Callers.FULL, cancelled("cln_harbour"));
        ApiResponse page = send(now, ApiRequest.of(Callers.FULL, "GET", "/events"));
        assertThat(ids(page.json())).hasSize(found);
    }

    @ParameterizedTest
    @CsvSource({
        "type=offer.created, 0",
        "type=offer.created&type=appointment.cancelled, 3",
        "clinic_id=cln_oldtown, 1",
        "clinic_id=cln_harbour&limit=1, 1",
        "appointment_id=apt_8f1c, 3",
        "appointment_id=apt_8f1c&clinic_id=cln_oldtown, 1",
        "appointment_id=apt_8f1, 0",
        "since=2026-11-20T14:02:12.337Z, 2",
        "since=2026-11-20T15:02:12.337+01:00, 2",
        "since=2026-11-19t14:03:12.337000000000-23:59, 2",
        "since=2026-11-20T14:02:12.337000001Z, 1",
        "since=2026-11-20T14:02:12.3370000000000001Z, 1",
        "since=2026-11-20T14:02:12.3369999999999999z, 2",
        "since=2027-01-01T00:00:00Z, 0",
        "until=2026-11-20T14:02:12.337Z, 1",
        "until=2026-11-20T14:02:12.337000001Z, 2",
        "until=2026-11-20T14:02:13.338Z&since=2026-11-20T14:02:12.337Z, 2",
        "until=2026-11-20T14:02:11.337Z, 0",
        "until=2027-01-01T00:00:00Z&order=desc, 3",
        "limit=100, 3",
    })
    void filtersTheFeed(String query, int found) {
        post(Callers.FULL, NOW, cancelled("cln_harbour"));
        post(Callers.FULL, NOW.plusSeconds(1), cancelled("cln_oldtown"));
        post(Callers.FULL, NOW.plusSeconds(2), cancelled("cln_harbour"));
        assertThat(ids(list(Callers.FULL, query).json())).hasSize(found);
    }

    @Test
    void hidesEventsOfClinicsThatTheKeyDoesNotSee() {
        String harbour =
                post(Callers.FULL, cancelled("cln_harbour")).json().get("id").asText();
        String oldtown =
                post(Callers.FULL, cancelled("cln_oldtown")).json().get("id").asText();
        assertThat(ids(list(Callers.HARBOUR, "").json())).containsExactly(harbour);
        assertThat(ids(list(Callers.OTHER, "").json())).isEmpty();
        assertThat(get(Callers.HARBOUR, harbour).status()).isEqualTo(200);
        String unknown = get(Callers.FULL, "evt_00000000000000000000000000").text();
        assertThat(List.of(
                        get(Callers.HARBOUR, oldtown),
                        get(Callers.OTHER, harbour),
                        get(Callers.FULL, "evt_1"),
                        get(Callers.FULL, "whk_1"),
                        get(Callers.FULL, Duration.ofDays(91), harbour)))
                .allSatisfy(response -> {
                    response.assertError(404, "not_found", "event_id");
                    assertThat(response.text()).isEqualTo(unknown);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "key_full, cln_elsewhere",
        "key_full, cln_unknown",
        "key_harbour, cln_oldtown",
        "key_other, cln_harbour",
    })
    void rejectsAClinicThatTheKeyDoesNotSee(String key, String clinic) {
        Caller caller = Stream.of(Callers.FULL, Callers.HARBOUR, Callers.OTHER)
                .filter(one -> one.key().value().equals(key))
                .findFirst()
                .orElseThrow();
        post(caller, cancelled(clinic)).assertError(403, "clinic_not_allowed", "clinic_id");
        list(caller, "clinic_id=" + clinic).assertError(403, "clinic_not_allowed", "clinic_id");
        assertThat(aws.eventCount()).isZero();
    }

    @Test
    void requiresTheScope() {
        post(Callers.POWERLESS, "not even JSON").assertError(403, "missing_scope", "-");
        list(Callers.POWERLESS, "limit=0").assertError(403, "missing_scope", "-");
        get(Callers.POWERLESS, "evt_1").assertError(403, "missing_scope", "-");
    }

    @ParameterizedTest
    @MethodSource
    void namesTheInvalidFieldAndWritesNothing(JsonNode sample) {
        ApiResponse response = post(Callers.FULL, sample.get("event").toString());
        assertThat(response.status()).isEqualTo(sample.at("/expect/status").asInt());
        assertThat(response.json().at("/error/param").asText())
                .isEqualTo(sample.at("/expect/param").asText());
        assertThat(aws.eventCount()).isZero();
    }

    static Stream<JsonNode> namesTheInvalidFieldAndWritesNothing() throws IOException {
        ObjectMapper json = new ObjectMapper();
        try (InputStream in =
                Objects.requireNonNull(EventsApiTest.class.getResourceAsStream("/samples/bad-events.jsonl"))) {
            List<JsonNode> samples = new ArrayList<>();
            json.readerFor(JsonNode.class).<JsonNode>readValues(in).forEachRemaining(samples::add);
            return samples.stream();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "colour=red, unknown_parameter, colour",
        "order=, invalid_parameter, order",
        "order=up, invalid_parameter, order",
        "order=asc&order=asc, invalid_parameter, order",
        "until=yesterday, invalid_parameter, until",
        "until=2026-11-20T14:02:11Z&since=2026-11-20T14:02:11Z, invalid_parameter, until",
        "order=asc&starting_after=whk_1, invalid_parameter, starting_after",
        "limit=0, invalid_parameter, limit",
        "limit=101, invalid_parameter, limit",
        "limit=abc, invalid_parameter, limit",
        "limit=-1, invalid_parameter, limit",
        "limit=1.5, invalid_parameter, limit",
        "limit=, invalid_parameter, limit",
        "limit=99999999999999999999, invalid_parameter, limit",
        "limit=5&limit=5, invalid_parameter, limit",
        "since=yesterday, invalid_parameter, since",
        "since=2026-11-20, invalid_parameter, since",
        "since=2026-11-20T00:00:00, invalid_parameter, since",
        "since=2026-11-20T00:00:00 01:00, invalid_parameter, since",
        "starting_after=apt_1, invalid_parameter, starting_after",
        "starting_after=evt_1, invalid_parameter, starting_after",
        "type=appointment.exploded, invalid_parameter, type",
        "type=*, invalid_parameter, type",
        "type=offer.created&type=nope, invalid_parameter, type",
        "type=, invalid_parameter, type",
        "clinic_id=clinic_1, invalid_parameter, clinic_id",
        "clinic_id=cln_a#b, invalid_parameter, clinic_id",
        "appointment_id=8f1c, invalid_parameter, appointment_id",
        "appointment_id=apt_, invalid_parameter, appointment_id",
        "appointment_id=apt_1&appointment_id=apt_2, invalid_parameter, appointment_id",
        "clinic_id=cln_harbour&clinic_id=cln_oldtown, invalid_parameter, clinic_id",
    })
    void namesTheInvalidParameter(String query, String code, String param) {
        list(Callers.FULL, query).assertError(400, code, param);
    }

    @ParameterizedTest
    @CsvSource({"''", "' '", "ключ", "'a\tb'"})
    void rejectsAMalformedIdempotencyKey(String key) {
        send(keyed(key).json(cancelled("cln_harbour"))).assertError(400, "invalid_header", "Idempotency-Key");
        assertThat(aws.eventCount()).isZero();
    }

    @Test
    void rejectsTwoIdempotencyKeys() {
        send(keyed("one").header("Idempotency-Key", "two").json(cancelled("cln_harbour")))
                .assertError(400, "invalid_header", "Idempotency-Key");
    }

    @Test
    void rejectsOtherMethods() {
        ApiResponse feed = send(ApiRequest.of(Callers.FULL, "DELETE", "/events"));
        feed.assertError(405, "method_not_allowed", "-");
        assertThat(feed.header("Allow")).isEqualTo("GET, HEAD, POST, OPTIONS");
        assertThat(send(ApiRequest.of(Callers.FULL, "PUT", "/events/{event_id}").path("event_id", "evt_1"))
                        .header("Allow"))
                .isEqualTo("GET, HEAD, OPTIONS");
    }

    @Test
    void hidesTheCauseOfAnInternalErrorAndSaysWhenToTryAgain() {
        ApiResponse response = send(ApiRequest.of(Callers.FULL, "GET", "/elsewhere"));
        response.assertError(500, "internal", "-");
        assertThat(response.header("Retry-After")).isEqualTo("5");
        assertThat(response.text()).doesNotContain("Exception").doesNotContain("template");
    }

    private static String cancelled(String clinic) {
        return CANCELLED.replace("CLINIC", clinic);
    }

    private static ApiRequest keyed(String key) {
        return ApiRequest.of(Callers.FULL, "POST", "/events").header("idempotency-key", key);
    }

    private static List<String> ids(JsonNode page) {
        return page.get("data").findValuesAsText("id");
    }

    private ApiResponse post(Caller caller, String body) {
        return post(caller, NOW, body);
    }

    private ApiResponse post(Caller caller, Instant now, String body) {
        return send(now, ApiRequest.of(caller, "POST", "/events").json(body));
    }

    private ApiResponse list(Caller caller, String query) {
        return send(NOW.plusSeconds(60), ApiRequest.of(caller, "GET", "/events").query(query));
    }

    private ApiResponse list(Caller caller, Instant now, String query) {
        return send(now, ApiRequest.of(caller, "GET", "/events").query(query));
    }

    private ApiResponse get(Caller caller, String id) {
        return get(caller, Duration.ZERO, id);
    }

    private ApiResponse get(Caller caller, Duration later, String id) {
        return send(
                NOW.plus(later),
                ApiRequest.of(caller, "GET", "/events/{event_id}").path("event_id", id));
    }

    private ApiResponse send(ApiRequest request) {
        return send(NOW, request);
    }

    private ApiResponse send(Instant now, ApiRequest request) {
        EventsApi api = EventsFunction.on(
                accounts, events, idempotency, aws.batches(), Clock.fixed(now, ZoneOffset.UTC), metrics);
        return new ApiResponse(api.handleRequest(request.build(), null));
    }
}
